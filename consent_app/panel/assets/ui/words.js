/** The service's terms in the reader's language. */
import { _ } from "../lib/texts.js";

/** @param {Record<string, string>} words */
const wordOf = (words) => (/** @type {string | null | undefined} */ word) => (word ? (words[word] ?? word) : "–");

export const roleName = wordOf({ owner: _("Owner"), admin: _("Admin"), viewer: _("Viewer") });

export const actionName = wordOf({
  accept_all: _("Accepted all"),
  reject_all: _("Rejected all"),
  custom: _("Custom choice"),
});

export const sourceName = wordOf({ banner: _("Banner"), gpc: _("Privacy signal (GPC)") });

export const deviceName = wordOf({ desktop: _("Desktop"), mobile: _("Mobile"), tablet: _("Tablet") });

export const surfaceName = wordOf({
  first_layer: _("the banner's first layer"),
  preferences: _("the choice of purposes"),
  reopened: _("the banner, opened again"),
  api: _("the site's own interface"),
});

export const statusName = wordOf({ pending: _("Not verified yet"), verified: _("Verified"), failed: _("Failed") });

export const receiptStatus = wordOf({ valid: _("Valid"), expired: _("Expired") });

export const regionName = wordOf({
  EU: _("European Union and EEA"),
  UK: _("United Kingdom"),
  "US-CA": _("California"),
  GLOBAL: _("Worldwide"),
});

export const categoryName = wordOf({
  analytics: _("Analytics"),
  marketing: _("Marketing"),
  preferences: _("Preferences"),
});

export const actorName = wordOf({
  user: _("a person"),
  api_key: _("an API key"),
  operator: _("the operator"),
  system: _("the service"),
});

/** @type {Record<string, "good" | "warn" | "bad" | "quiet">} */
export const STATUS_KIND = { verified: "good", pending: "warn", failed: "bad", valid: "good", expired: "quiet" };

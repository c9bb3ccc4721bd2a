/** The service's words in the reader's language. */
import { _ } from "../lib/texts.js";

/** @param {Record<string, string>} words */
const wordOf = (words) => (/** @type {string | null | undefined} */ word) => (word ? (words[word] ?? word) : "–");

export const roleName = wordOf({ owner: _("Owner"), admin: _("Admin"), viewer: _("Viewer") });

export const actionName = wordOf({
  accept_all: _("Accepted all"),
  reject_all: _("Rejected all"),
  custom: _("Own choice"),
});

export const sourceName = wordOf({ banner: _("Banner"), gpc: _("Privacy signal (GPC)") });

export const deviceName = wordOf({ desktop: _("Desktop"), mobile: _("Mobile"), tablet: _("Tablet") });

export const statusName = wordOf({ pending: _("Not verified yet"), verified: _("Verified"), failed: _("Failed") });

export const receiptStatus = wordOf({ valid: _("Valid"), expired: _("Expired") });

export const regionName = wordOf({
  EU: _("European Union and EEA"),
  UK: _("United Kingdom"),
  "US-CA": _("California"),
  GLOBAL: _("All over the world"),
});

export const categoryName = wordOf({
  analytics: _("Analytics"),
  marketing: _("Marketing"),
  preferences: _("Preferences"),
});

/** @type {Record<string, "good" | "warn" | "bad" | "quiet">} */
export const STATUS_KIND = { verified: "good", pending: "warn", failed: "bad", valid: "good", expired: "quiet" };

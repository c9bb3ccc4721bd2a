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

export const securityEventName = wordOf({
  "account.address_change_asked": _("Another address asked for"),
  "account.address_changed": _("Address changed"),
  "account.address_confirmed": _("Address confirmed"),
  "account.backup_codes_replaced": _("Backup codes replaced"),
  "account.deleted": _("Account deleted"),
  "account.disabled": _("Account disabled"),
  "account.disowned": _("Account disowned"),
  "account.enabled": _("Account enabled again"),
  "account.password_changed": _("Password changed"),
  "account.registered": _("Account created"),
  "account.renamed": _("Name or language changed"),
  "account.resubscribed": _("Mails wanted again"),
  "account.vouched_for": _("Address confirmed by an operator"),
  "account_handoff.created": _("Account opened from a workspace"),
  "account_handoff.redeemed": _("Account opened from a workspace"),
  "api_key.created": _("API key created"),
  "api_key.leaked": _("API key revoked: it was found in public"),
  "api_key.revoked": _("API key revoked"),
  "handoff.created": _("Workspace opened"),
  "handoff.redeemed": _("Workspace opened"),
  "identity.linked": _("Identity provider linked"),
  "identity.unlinked": _("Identity provider unlinked"),
  "invitation.accepted": _("Invitation accepted"),
  "invitation.created": _("Person invited"),
  "invitation.revoked": _("Invitation withdrawn"),
  "password.reset": _("Password reset"),
  "password.reset_requested": _("Password reset asked for"),
  "second_factor.enrolled": _("Authenticator set up"),
  "second_factor.replaced": _("Authenticator replaced"),
  "second_factor.reset": _("Authenticator removed"),
  "session.all_ended": _("All sessions ended"),
  "session.ended": _("Session ended"),
  "session.logged_out": _("Signed out"),
  "session.others_ended": _("All other sessions ended"),
  "session.refresh_reused": _("Session ended: its token was used twice"),
  "sign_in.code": _("Sign-in: code"),
  "sign_in.identity": _("Signed in by an identity provider"),
  "sign_in.password": _("Sign-in: password"),
  "sign_in.verified": _("Signed in"),
});

/** @type {Record<string, "good" | "warn" | "bad" | "quiet">} */
export const STATUS_KIND = { verified: "good", pending: "warn", failed: "bad", valid: "good", expired: "quiet" };

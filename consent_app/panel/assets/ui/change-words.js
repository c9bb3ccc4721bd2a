/** The changes of an audit event, in words. */
import { instant, number } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { _ } from "../lib/texts.js";
import { SETTINGS } from "./setting-words.js";
import { categoryName, regionName, roleName } from "./words.js";

/** @type {Record<string, string>} */
export const NAMES = {
  apiKeyId: _("API key"),
  before: _("Older than"),
  completed: _("Completed"),
  count: _("Requests in that hour"),
  countImpressions: _("Count how often the banner is shown"),
  domains: _("Domains"),
  emptied: _("Former access removed"),
  ended: _("Sessions ended"),
  exempt: _("Needs no consent"),
  format: _("Format"),
  gpcRefuses: _("What a browser's privacy signal (GPC) refuses"),
  gpp: _("Choices published to advertising tags (GPP)"),
  groupId: _("Group"),
  hostname: _("Domain"),
  installMethod: _("Install method"),
  issuer: _("Identity provider"),
  limitSensitive: _("Offer to limit the use of sensitive data"),
  mailed: _("Sent by email"),
  material: _("Ask visitors again"),
  method: _("Method"),
  model: _("How visitors are asked"),
  name: _("Name"),
  plan: _("Plan"),
  proved: _("Verified by its owner"),
  reason: _("Reason"),
  region: _("Region"),
  reloadOnWithdrawal: _("Reload the page after a withdrawal"),
  renewAfterMonths: _("Ask visitors again after (months)"),
  retentionMonths: _("Keep receipts for (months)"),
  role: _("Role"),
  rows: _("Receipts"),
  rule: _("Rule"),
  sameAddress: _("With the same visitor hash"),
  sha256: _("SHA-256"),
  shareSubdomains: _("One decision counts on all subdomains"),
  slug: _("Address of the workspace"),
  source: _("Found by"),
  status: _("State"),
  suspended: _("Suspended"),
  unknownPlace: _("Visitors whose location is unknown"),
  url: _("Found at"),
  verified: _("Address verified"),
  verifyMethod: _("Method"),
  version: _("Version"),
  visitorData: _("What is stored about visitors"),
};

/** @type {Record<string, string>} */
const ANSWERS = { true: _("yes"), false: _("no") };

/**
 * The values of what is not a setting: the payment provider's for a subscription, and why a workspace is suspended.
 * @type {Record<string, Record<string, string>>}
 */
const VALUES = {
  status: {
    active: _("paid"),
    canceled: _("ended"),
    incomplete: _("not paid yet"),
    incomplete_expired: _("never paid"),
    past_due: _("overdue"),
    paused: _("paused"),
    trialing: _("on trial"),
    unpaid: _("not paid"),
  },
  suspended: { operator: _("by the operator"), payment: _("for lack of payment") },
};

/** @param {string} name @param {string | null} value @param {{id: string, name: string}[]} groups */
function valueName(name, value, groups) {
  if (value === null) return null;
  if (name === "groupId") return groups.find((group) => group.id === value)?.name ?? value;
  if (name === "role") return roleName(value);
  if (name === "hostname") return shownHostname(value);
  if (name === "before") return instant(value);
  if (name === "rows" || name === "count") return number(Number(value));
  if (name === "region") return regionName(value);
  if (name === "exempt") return value.split(",").map(categoryName).join(", ");
  // The method by which a domain was verified has the words of the setting.
  const words = SETTINGS[name === "method" ? "verifyMethod" : name] ?? VALUES[name];
  return words?.[value] ?? ANSWERS[value] ?? value;
}

/** The names of what an event deleted, removed or revoked. Nothing else has them cleared. */
const NAMED = new Set(["hostname", "name", "role", "slug"]);

/**
 * Return a change in words: its name, and its values before and after, if there are any.
 * @param {{name: string, before: string | null, after: string | null}} change
 * @param {{id: string, name: string}[]} groups the workspace's groups. A deleted one is shown by its id.
 */
export function changeText({ name, before, after }, groups) {
  const [former, present] = [valueName(name, before, groups), valueName(name, after, groups)];
  const isOne = former === null || (present === null && NAMED.has(name));
  const value = isOne ? (present ?? former ?? "–") : `${former} → ${present ?? _("not set")}`;
  return _("{name}: {value}", { name: NAMES[name] ?? name, value });
}

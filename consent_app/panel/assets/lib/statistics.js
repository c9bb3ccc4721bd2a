/** Counts over time, for plots. */
import { now } from "./early.js";
import { api } from "./session.js";

/** @typedef {import("../vendor.js").Models.Statistics} Statistics */

/**
 * Return the counts of the last `days`, today included.
 * @param {number} days
 * @param {import("../vendor.js").Models.Statistics["groupBy"]} groupBy
 * @param {string} [domainId]
 * @param {number} [version] of the domain's banner
 */
export async function countsOf(days, groupBy, domainId, version) {
  const end = new Date(now());
  const from = new Date(end.getTime() - (days - 1) * 86400_000).toISOString();
  const interval = days > 92 ? /** @type {const} */ ("week") : /** @type {const} */ ("day");
  const query = { from, to: end.toISOString(), interval, groupBy, ...(domainId && { domainId }), ...(version && { version }) };
  return (await api.GET("/v1/consent-stats", { params: { query } })).data;
}

/**
 * Return the count of one group.
 * @param {Statistics} statistics
 * @param {string} key
 */
export const totalOf = (statistics, key) => statistics.decisions.groups.find((group) => group.key === key)?.total ?? 0;

/**
 * Return the counts of all groups but these. The service lists at most fifty; its sums include the others.
 * @param {Statistics["decisions"]} series
 * @param {{total: number, counts: number[]}[]} [groups] by default, all that are listed
 */
export const othersOf = (series, groups = series.groups) => ({
  total: groups.reduce((left, group) => left - group.total, series.total),
  counts: series.counts.map((count, index) => groups.reduce((left, group) => left - (group.counts[index] ?? 0), count)),
});

/** Numbers and instants in the reader's format. */
import { language, region } from "./texts.js";

const day = new Intl.DateTimeFormat(region, { dateStyle: "medium" });
const minute = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeStyle: "short" });
/** Counts are by days of UTC: in America they would have the name of the day before. */
const timeZone = "UTC";
const counted = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeZone });
const near = new Intl.DateTimeFormat(region, { day: "numeric", month: "short", timeZone });
const far = new Intl.DateTimeFormat(region, { month: "short", year: "numeric", timeZone });
const distance = new Intl.RelativeTimeFormat(region, { numeric: "auto" });
const share = new Intl.NumberFormat(region, { style: "percent", maximumFractionDigits: 1 });
const places = new Intl.DisplayNames(language, { type: "region" });
const tongues = new Intl.DisplayNames(language, { type: "language" });

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 365 * 86400],
  ["month", 30 * 86400],
  ["week", 7 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** @param {number} value */
export const number = (value) => value.toLocaleString(region);

/**
 * @param {number} amount in the smallest unit of the currency
 * @param {string} currency ISO 4217
 */
export function price(amount, currency) {
  const format = new Intl.NumberFormat(region, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** @param {number} part @param {number} whole */
export const percent = (part, whole) => (whole ? share.format(part / whole) : "–");

/** @param {string | null | undefined} at */
export const date = (at) => (at ? day.format(new Date(at)) : "–");

/** Return the day at which an interval of counts begins. @param {string} at */
export const countedFrom = (at) => counted.format(new Date(at));

/** Return the label of an interval on a time axis. @param {string} at @param {boolean} long the time is one of many months */
export const tick = (at, long) => (long ? far : near).format(new Date(at));

/** @param {string | null | undefined} at */
export const instant = (at) => (at ? minute.format(new Date(at)) : "–");

/** Return when a receipt was recorded: a UUIDv7 begins with the millisecond. @param {string} receiptId */
export const recordedAt = (receiptId) => minute.format(parseInt(receiptId.replace("-", "").slice(0, 12), 16));

/** @param {string} at @param {number} [now] */
export function ago(at, now = Date.now()) {
  const seconds = (new Date(at).getTime() - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return distance.format(Math.round(seconds / length), unit);
  }
  return distance.format(0, "minute");
}

/** @param {string | null} code ISO 3166-1 alpha-2 */
export function country(code) {
  if (!code) return "–";
  try {
    return places.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Return the name of a language in itself. @param {string} tag BCP 47 */
export const ownName = (tag) => new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;

/** @param {string | null} tag BCP 47 */
export function tongue(tag) {
  if (!tag) return "–";
  try {
    return tongues.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

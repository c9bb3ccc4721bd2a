// The decision in the browser: one first-party cookie, format 1 (docs/banner.md).

import { CATEGORIES, domainId, quietly } from "./tag.js";

const NAME = "consent_choice";
/** The last instant that a `Date` can hold, in ms since 1970. */
const LATEST = 8.64e15;

/** What has the cookies: apps replace the property on purpose, but markup may have taken its name. */
const jar = () => (typeof document.cookie === "string" ? document : Document.prototype);

/** Returns all cookies of the page, as one text. */
export const readCookies = () => Reflect.get(jar(), "cookie", document);

/** Returns the newest decision for this domain that has not expired, or undefined. */
export function readRecord() {
  let newest;
  for (const pair of (quietly(readCookies) || "").split("; ")) {
    const [name] = pair.split("=", 1);
    const field = new URLSearchParams(pair.slice(name.length + 1));
    const listed = (key) => CATEGORIES.filter((id) => field.get(key)?.split(".").includes(id));
    const source = field.get("s") === "gpc" ? "gpc" : "banner";
    const decidedAt = +field.get("t");
    const expires = +field.get("e");
    const consentEnds = +(field.get("u") || expires);
    if (
      name === NAME &&
      field.get("v") === "1" &&
      field.get("d") === domainId &&
      decidedAt > (newest?.decidedAt || 0) &&
      decidedAt <= LATEST &&
      expires > Date.now()
    ) {
      const granted = CATEGORIES.filter((id) => listed("c").includes(id) || listed("o").includes(id));
      // Before this field was written, what a signal left on was no consent either.
      const leftOn = listed(source === "gpc" && !field.has("o") ? "c" : "o");
      newest = {
        granted,
        inForce: listed("c"),
        decidedAt,
        expires,
        consentEnds,
        version: +field.get("b") || 0,
        source,
        underSignal: field.get("g") === "1",
        receiptId: field.get("r") || "",
        sharedWith: field.get("h") || "",
        leftOn: consentEnds > Date.now() ? leftOn : granted,
        limitSensitive: field.has("l") ? field.get("l") === "1" : undefined,
      };
    }
  }
  return newest;
}

/**
 * Writes the decision with its original expiry. It is written on every visit, because Safari deletes
 * what scripts store after seven days.
 */
export function writeRecord(record) {
  /** @type {any} */
  const values = {
    v: 1,
    d: domainId,
    c: record.inForce.join("."),
    t: record.decidedAt,
    e: record.expires,
    b: record.version,
    s: record.source,
    g: +record.underSignal,
    r: record.receiptId,
    h: record.sharedWith,
    ...((record.leftOn.length || (record.granted.length && record.source === "gpc")) && {
      o: record.leftOn.join("."),
    }),
    ...(record.leftOn.length < record.granted.length &&
      record.consentEnds < record.expires && { u: record.consentEnds }),
    ...(record.limitSensitive !== undefined && { l: +record.limitSensitive }),
  };
  const fields = new URLSearchParams(values);
  quietly(() => {
    // Otherwise a cookie for this host only would exist next to the one for all subdomains.
    if (record.sharedWith) put("", 0, "");
    put(fields, record.expires, record.sharedWith);
  });
}

/** Deletes the cookie of this host, or of all hosts that share it (`host`). */
export const endRecord = (host) => quietly(put, "", 0, host);

function put(value, expires, host) {
  const cookie =
    `${NAME}=${value}; Path=/; SameSite=Lax; Expires=${new Date(expires).toUTCString()}` +
    (location.protocol === "https:" ? "; Secure" : "") +
    (host ? `; Domain=${host}` : "");
  Reflect.set(jar(), "cookie", cookie, document);
  // Chromium writes it later, and reading waits for that: other windows, which learn of it from an
  // entry in local storage, must find it.
  readCookies();
}

/** Returns when, in ms since 1970, a decision made `decidedAt` expires. */
export function expiryOf(decidedAt, months) {
  const date = new Date(decidedAt);
  const day = date.getDate();
  date.setMonth(date.getMonth() + months);
  // Six months after 31 August is the end of February, not 3 March.
  return date.getDate() < day ? date.setDate(0) : +date;
}

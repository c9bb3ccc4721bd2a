/**
 * What a page reads first, asked for while its modules are still on their way. The server says what
 * that is: `reads` of routes.js. Each answer is taken once; what was refused is asked for again.
 */
import { place } from "./place.js";
import { language } from "./texts.js";

/** What is older than this is asked for again. */
const KEPT_MS = 30_000;
const DAY_MS = 86400_000;
const SESSION = place.slug ? `workspace:${place.slug}` : "account";

/** @type {Map<string, Promise<Response | undefined>>} */
const answers = new Map();

/** Return the present time, in milliseconds: that of the early requests while their answers are kept. */
export const now = () => (performance.now() < KEPT_MS ? Math.floor(performance.timeOrigin) : Date.now());

/**
 * Return an address with its instants: `{-29}` stands for 29 days ago.
 * @param {string} read
 */
const dated = (read) =>
  read.replace(/\{(-?\d+)\}/g, (_whole, days) => encodeURIComponent(new Date(now() + days * DAY_MS).toISOString()));

/**
 * Return the answer to a request that was made early: one that was not refused, or undefined.
 * @param {Request} request
 */
export async function earlyAnswer({ method, url }) {
  const answer = method === "GET" && performance.now() < KEPT_MS ? answers.get(url) : undefined;
  answers.delete(url);
  return await answer;
}

/**
 * Return the session's token where it is still good. As the client keeps it: that is not here yet.
 * @returns {Promise<string | undefined>}
 */
async function keptToken() {
  const opened = indexedDB.open("consent-client", 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore("sessions");
  await done(opened);
  const token = (await done(opened.result.transaction("sessions").objectStore("sessions").get(SESSION)))?.accessToken;
  opened.result.close();
  const claims = token?.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
  return claims && JSON.parse(atob(claims)).exp * 1000 > Date.now() ? token : undefined;
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {string} address @param {Promise<string | undefined>} kept */
async function ask(address, kept) {
  try {
    const token = await kept;
    if (!token) return undefined;
    const headers = { Authorization: `Bearer ${token}`, "Accept-Language": language };
    const response = await fetch(address, { headers });
    if (response.ok) return response;
    // A body that nobody reads is a request that never ends.
    await response.body?.cancel();
    return undefined;
  } catch {
    return undefined;
  }
}

if (place.reads.length) {
  const kept = keptToken();
  // Filters of a list are in the address: then the list is another one.
  const reads = location.search ? place.reads.filter((read) => !read.includes("?")) : place.reads;
  for (const address of reads.map(dated)) answers.set(new URL(address, location.origin).href, ask(address, kept));
}

/**
 * A page's first requests, which are sent while its modules are loading. `reads` of routes.js lists
 * them. Each response is used once; a request that was refused to a session is sent again.
 */
import { chosenDomain } from "./chosen.js";
import { panelSite } from "./panel-site.js";
import { language } from "./texts.js";

/** Older responses are requested again. */
const KEPT_MS = 30_000;
const DAY_MS = 86400_000;
const SESSION = panelSite.slug ? `workspace:${panelSite.slug}` : "account";

/** The responses, by method and address. @type {Map<string, Promise<Response | undefined>>} */
const responses = new Map();

/** Resolves once the requests about the chosen domain are in `responses`. @type {Promise<void> | undefined} */
let following;

/** Return the current time in milliseconds: that of the early requests while their responses are kept. */
export const now = () => (performance.now() < KEPT_MS ? Math.floor(performance.timeOrigin) : Date.now());

/**
 * Return an address with its instants: `{-29}` stands for 29 days ago.
 * @param {string} read
 */
const dated = (read) =>
  read.replace(/\{(-?\d+)\}/g, (_whole, days) => encodeURIComponent(new Date(now() + days * DAY_MS).toISOString()));

/**
 * Return the response to a request that was made early, or undefined.
 * @param {Request} request
 */
export async function earlyAnswer({ method, url }) {
  const key = `${method} ${url}`;
  if (!responses.has(key)) await following;
  const response = performance.now() < KEPT_MS ? responses.get(key) : undefined;
  responses.delete(key);
  return await response;
}

/**
 * Return the session's access token if it is still valid. Reads it as the TypeScript client stores it,
 * because the client has not loaded yet.
 * @returns {Promise<string | undefined>}
 */
async function keptToken() {
  const opened = indexedDB.open("consent-client", 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore("sessions");
  await resultOf(opened);
  const token = (await resultOf(opened.result.transaction("sessions").objectStore("sessions").get(SESSION)))?.accessToken;
  opened.result.close();
  const claims = token?.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
  return claims && JSON.parse(atob(claims)).exp * 1000 > Date.now() ? token : undefined;
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Send a request. Return the response, or undefined if the request must be repeated.
 * @param {string} address
 * @param {Promise<string | undefined>} tokenPromise
 */
async function ask(address, tokenPromise) {
  try {
    const token = await tokenPromise;
    if (!token) return undefined;
    const headers = { Authorization: `Bearer ${token}`, "Accept-Language": language };
    const response = await fetch(address, { headers });
    if (response.ok) return response;
    // A request whose body is not read never ends.
    await response.body?.cancel();
    return undefined;
  } catch {
    return undefined;
  }
}

/**
 * Send the token from this page's address, which needs no sign-in.
 * @param {string} address
 */
async function present(address) {
  const body = JSON.stringify({ token: fragmentToken() });
  const headers = { "Content-Type": "application/json", "Accept-Language": language };
  return await fetch(address, { method: "POST", headers, body }).catch(() => undefined);
}

/** Return the token in this page's address, as emails have it: in the fragment, which reaches no log. */
export const fragmentToken = () => new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

/** @param {string[]} reads @param {Promise<string | undefined>} tokenPromise */
function askAll(reads, tokenPromise) {
  for (const address of reads.map(dated)) responses.set(`GET ${new URL(address, location.origin).href}`, ask(address, tokenPromise));
}

/**
 * Send the requests about the chosen domain once the list of domains has arrived.
 * @param {string[]} reads
 * @param {Promise<string | undefined>} tokenPromise
 */
async function follow(reads, tokenPromise) {
  const list = await responses.get(`GET ${location.origin}/v1/domains?limit=100`);
  const domain = list && chosenDomain((await list.clone().json()).items, new URLSearchParams(location.search).get("domain"));
  if (domain) askAll(reads.map((read) => read.replace("{domain}", domain.id)), tokenPromise);
}

/** @param {string[]} all */
function begin(all) {
  const posted = all.filter((read) => read.endsWith("#token")).map((read) => read.replace("#token", ""));
  for (const address of posted) responses.set(`POST ${location.origin}${address}`, present(address));
  const reads = all.filter((read) => !read.endsWith("#token"));
  if (!reads.length) return;
  const tokenPromise = keptToken();
  const later = reads.filter((read) => read.includes("{domain}"));
  const first = reads.filter((read) => !read.includes("{domain}"));
  // If the address has filters, the list is a different one. The choice of a domain is not a filter.
  askAll(location.search && !later.length ? first.filter((read) => !read.includes("?")) : first, tokenPromise);
  if (later.length) following = follow(later, tokenPromise).catch(() => {});
}

begin(panelSite.reads);

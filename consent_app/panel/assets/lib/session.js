/**
 * Who is signed in, and their API calls.
 *
 * A workspace's session is kept by the TypeScript client: in IndexedDB, renewed once for all tabs
 * (`renewal.js`).
 * The account's token on the public site is kept beside it and cannot be renewed.
 */
import { earlyAnswer } from "./early.js";
import { panelSite } from "./panel-site.js";
import { LastingAuth } from "./renewal.js";
import { language } from "./texts.js";
import { BrowserStore, openClient, signal, Unauthenticated } from "../vendor.js";

/** @typedef {import("../vendor.js").Tokens} Tokens */

const NAME = panelSite.slug ? `workspace:${panelSite.slug}` : "account";

/** `null` while it is not known; a session that has ended is `ended` until somebody signs in. */
export const session = signal(/** @type {null | "none" | "open" | "ended"} */ (null));

/** Whose page this is. @type {string | undefined} */
let of;

const store = new (class extends BrowserStore {
  /** Return the stored tokens, of any person. */
  async loadAny() {
    return await super.load();
  }

  /** Return the tokens for a request. Another tab may sign somebody else in, who must not send what was typed here. @override */
  async load() {
    const tokens = await this.loadAny();
    const person = personOf(tokens);
    if (person && (of ??= person) !== person) throw new Unauthenticated(401, { code: "unauthenticated" });
    return tokens;
  }
})(NAME);
const rotating = new LastingAuth(store, NAME);

// The service's texts must be in the page's language, which may differ from the browser's.
const headers = { "Accept-Language": language };

/** @param {Tokens | undefined} tokens @returns {string | undefined} */
const personOf = (tokens) =>
  tokens && JSON.parse(atob((tokens.accessToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))).sub;

/** Calls without a credential. */
export const anyone = openClient(location.origin, {
  retries: 0,
  headers,
  auth: { send: async (request, send) => (await earlyAnswer(request)) ?? (await send(request)) },
});

/** Calls with the person's session. A response that says that it is invalid marks it as ended. */
export const api = openClient(location.origin, {
  // Nobody waits for a request that is repeated without their knowledge: they see the error, and try again.
  retries: 0,
  headers,
  auth: {
    async send(request, send) {
      try {
        const early = await earlyAnswer(request);
        if (early) return early;
        const response = await (panelSite.slug ? rotating.send(request, send) : bearing(request, send));
        if (response.status === 401 && (await codeOf(response)) === "unauthenticated") end();
        return response;
      } catch (error) {
        if (error instanceof Unauthenticated) end();
        throw error;
      }
    },
  },
});

/** @param {Request} request @param {(request: Request) => Promise<Response>} send */
async function bearing(request, send) {
  const tokens = await store.load();
  if (tokens) request.headers.set("Authorization", `Bearer ${tokens.accessToken}`);
  return await send(request);
}

/** @param {Response} response */
async function codeOf(response) {
  try {
    return (await response.clone().json()).code;
  } catch {
    return undefined;
  }
}

/** The access token of the session that has ended, if it was still stored. @type {string | undefined} */
let ended;

function end() {
  void store.loadAny().then((tokens) => (ended = tokens?.accessToken));
  session.value = session.value === "none" ? "none" : "ended";
}

/** Look whether there is a session. */
export async function findSession() {
  const tokens = await store.loadAny();
  of ??= personOf(tokens);
  session.value = tokens ? "open" : "none";
  return session.value;
}

/**
 * Store the tokens from a sign-in, an enrolment or a hand-off.
 * @param {{accessToken: string, refreshToken: string} | {accountToken: string}} opened
 */
export async function keepSession(opened) {
  await store.lock(async () => await store.save(tokensOf(opened)));
  of = personOf(tokensOf(opened));
  session.value = "open";
}

/**
 * @param {{accessToken: string, refreshToken: string} | {accountToken: string}} opened
 * @returns {Tokens}
 */
function tokensOf(opened) {
  return "accountToken" in opened
    ? { accessToken: opened.accountToken, refreshToken: "" }
    : { accessToken: opened.accessToken, refreshToken: opened.refreshToken };
}

/**
 * Look whether somebody has signed in in another tab since the session ended, and return who. The page goes on
 * with that session if it is its own person's, or if it has none yet.
 * @param {string | undefined} ownId the id of the page's person
 */
export async function findRenewed(ownId) {
  const tokens = await store.loadAny();
  if (!tokens || session.value !== "ended") return undefined;
  // The one that the service has refused.
  if (tokens.accessToken === ended && personOf(tokens) === of) return undefined;
  try {
    const { data } = await openClient(location.origin, { token: tokens.accessToken }).GET("/v1/account");
    if (!ownId || data.id === ownId) session.value = "open";
    return data;
  } catch {
    return undefined;
  }
}

/**
 * Return whether a problem is over: the session had ended, and somebody has signed in since.
 * @param {{code: string} | null | undefined} problem
 */
export const isOver = (problem) => problem?.code === "unauthenticated" && session.value === "open";

/**
 * End the session, here and at the service. If the service does not respond, the tokens are deleted anyway.
 * @param {{leaving?: boolean}} [how] `leaving`: another page follows, and this one stays until then
 */
export async function signOut({ leaving = false } = {}) {
  const tokens = await store.lock(async () => {
    const last = await store.loadAny();
    await store.save(undefined);
    return last;
  });
  if (!leaving) session.value = "none";
  if (tokens) await revoke(tokens);
}

/**
 * End a session that was opened but not stored.
 * @param {{accessToken: string, refreshToken: string} | {accountToken: string}} opened
 */
export async function forget(opened) {
  await revoke(tokensOf(opened));
}

/** @param {Tokens} tokens */
async function revoke(tokens) {
  try {
    if (panelSite.slug) {
      await anyone.POST("/v1/auth/logout", { body: { refreshToken: tokens.refreshToken } });
      return;
    }
    const client = openClient(location.origin, { token: tokens.accessToken });
    const { data } = await client.GET("/v1/account/sessions");
    const current = data.find((candidate) => candidate.current);
    if (current) {
      const params = { path: { sessionId: current.id } };
      await client.DELETE("/v1/account/sessions/{sessionId}", { params });
    }
  } catch {
    // The session expires anyway.
  }
}

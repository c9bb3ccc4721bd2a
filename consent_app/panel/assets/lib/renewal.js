/** Renewal of a session by a service worker (`renewal.js`), which a page that is left cannot interrupt. */
import { place } from "./place.js";
import { RotatingAuth } from "../vendor.js";

/** Nothing is below it: the worker serves no page. */
const SCOPE = "/panel/renewal/";
/** A worker that has not answered by then is none. */
const LATE_MS = 30_000;

/** As the client renews, where the browser has no service workers; else by the worker. */
export const LastingAuth = class extends RotatingAuth {
  #name;

  /** @param {import("../vendor.js").BrowserStore} store @param {string} name the store's */
  constructor(store, name) {
    super(location.origin, store);
    this.#name = name;
  }

  /** @override @param {import("../vendor.js").Tokens} used */
  async renew(used) {
    const worker = (await navigator.serviceWorker?.getRegistration(SCOPE))?.active;
    if (worker && (await answerOf(worker, { name: this.#name, spent: used.accessToken })) === "unreachable") {
      throw new TypeError("the service was not reached");
    }
    // It finds the new tokens, or is refused in its turn, which ends the session here too.
    return await super.renew(used);
  }
};

/** @param {ServiceWorker} worker @param {{name: string, spent: string}} session @returns {Promise<string>} */
const answerOf = (worker, session) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve("unreachable"), LATE_MS);
    worker.postMessage(session, [port2]);
  });

/** Have the worker of this version of the pages. */
export async function registerRenewal() {
  const present = await navigator.serviceWorker?.getRegistration(SCOPE);
  if (!navigator.serviceWorker || present?.active?.scriptURL === location.origin + place.renewal) return;
  const types = /** @type {any} */ (globalThis).trustedTypes;
  // The content policy allows this one and no other.
  const policy = types?.createPolicy("renewal", { createScriptURL: () => place.renewal });
  await navigator.serviceWorker.register(policy?.createScriptURL("") ?? place.renewal, { scope: SCOPE });
}

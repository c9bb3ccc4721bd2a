/** Renewing a session in a service worker (`renewal.js`), so that closing the page does not interrupt it. */
import { panelSite } from "./panel-site.js";
import { RotatingAuth } from "../vendor.js";

/** No page is below this path: the worker handles no requests. */
const SCOPE = "/panel/renewal/";
/** After this time the page renews the session itself. */
const LATE_MS = 30_000;

/** Renews with the worker, or as the client does if the browser has no service workers. */
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
    // The client finds the new tokens, or is refused too, which ends the session here.
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
  if (!navigator.serviceWorker || present?.active?.scriptURL === location.origin + panelSite.renewal) return;
  const types = /** @type {any} */ (globalThis).trustedTypes;
  // The content policy allows only this one.
  const policy = types?.createPolicy("renewal", { createScriptURL: () => panelSite.renewal });
  await navigator.serviceWorker.register(policy?.createScriptURL("") ?? panelSite.renewal, { scope: SCOPE });
}

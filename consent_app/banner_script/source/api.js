// `window.consent` and the `consent:change` event: what the page's own scripts may rely on.
// An installed tag cannot be recalled, so this only ever grows (docs/banner.md).

import { quietly } from "./tag.js";

const waiting = [];
const watching = new Set();
let settled;

/**
 * Installs `window.consent` over the stub, if there is one, and runs what the stub has queued.
 *
 * `state()` gives the present state; `set(choice)` and `show()` do as docs/banner.md says.
 */
export function installApi(state, set, show) {
  const stub = window.consent;
  // An element with the id `consent` is found under that name too: it is no stub of ours.
  const api = stub && Array.isArray(stub.q) ? stub : {};
  const queued = api.q || [];
  Object.assign(api, {
    version: 1,
    get: state,
    set: (choice) => void set(choice).catch(() => {}),
    show: () => void show().catch(() => {}),
    ready: (callback) => void (settled ? tell(callback, state()) : waiting.push(callback)),
    onChange: (callback) => {
      watching.add(callback);
      return () => watching.delete(callback);
    },
  });
  delete api.q;
  window.consent = api;
  for (const [name, ...values] of queued) quietly(() => api[name](...values));
}

/** Runs what waits for the state to be known, once. */
export function announceReady(state) {
  settled = true;
  for (const callback of waiting.splice(0)) tell(callback, state);
}

/** Tells everybody of a decision. */
export function announceChange(state) {
  for (const callback of watching) tell(callback, state);
  document.dispatchEvent(new CustomEvent("consent:change", { detail: state, bubbles: true }));
}

/** What a callback of the page throws is the page's to see, and must not stop us. */
function tell(callback, state) {
  try {
    callback(state);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

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
  // An element or a frame with the id `consent` also has that global name, but is not our stub.
  const api = quietly(() => Array.isArray(window.consent.q)) ? window.consent : {};
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

/** Runs the callbacks that wait for the state, once. */
export function announceReady(state) {
  settled = true;
  for (const callback of waiting.splice(0)) tell(callback, state);
}

/** Notifies all listeners of a decision. */
export function announceChange(state) {
  for (const callback of watching) tell(callback, state);
  document.dispatchEvent(new CustomEvent("consent:change", { detail: state, bubbles: true }));
}

/** An exception in the page's callback is reported to the page, and must not stop this script. */
function tell(callback, state) {
  try {
    callback(state);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

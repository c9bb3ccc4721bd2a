/** What a screen reader says of things that happen elsewhere than at the focus. */
import { signal } from "../vendor.js";

/** The text said last. */
export const said = signal("");

/** @type {ReturnType<typeof setTimeout> | undefined} */
let clearing;

let shownAt = 0;

/** What was done last, for who sees: shown for some seconds. */
export const toast = signal("");

/**
 * Say something when there is a pause.
 * @param {string} text
 */
export function announce(text) {
  // The same text again is a change only after another.
  said.value = said.value === text ? `${text}\u00a0` : text;
}

/**
 * Show and say what was done.
 * @param {string} text
 */
export function done(text) {
  announce(text);
  toast.value = text;
  shownAt = Date.now();
  clearTimeout(clearing);
  clearing = setTimeout(() => (toast.value = ""), 6000);
}

/** Forget what was done on a page that was left. What led to this one stays. */
export function dropToast() {
  if (Date.now() - shownAt > 1500) toast.value = "";
}

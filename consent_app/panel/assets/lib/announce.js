/** Announcements for screen readers, and the toast. */
import { signal } from "../vendor.js";
import { ngettext } from "./texts.js";

/** The last announcement. */
export const announcement = signal("");

/** @type {ReturnType<typeof setTimeout> | undefined} */
let clearing;

let shownAt = 0;

/** The text of the toast, which is shown for a few seconds. */
export const toast = signal("");

/**
 * Have screen readers say a text when they next pause.
 * @param {string} text
 */
export function announce(text) {
  // Repeating a text is not a change: add a space.
  announcement.value = announcement.value === text ? `${text}\u00a0` : text;
}

/**
 * Announce the number of entries when a list has changed.
 * @param {number} n
 */
export const announceCount = (n) => announce(ngettext("{n} result", "{n} results", n));

/**
 * Show and announce a result.
 * @param {string} text
 */
export function showToast(text) {
  announce(text);
  toast.value = text;
  shownAt = Date.now();
  clearTimeout(clearing);
  // Long texts take longer to read.
  clearing = setTimeout(() => (toast.value = ""), Math.max(6000, text.length * 100));
}

/** Hide the toast of the previous page, unless it is about the navigation to this one. */
export function dropToast() {
  if (Date.now() - shownAt > 1500) toast.value = "";
}

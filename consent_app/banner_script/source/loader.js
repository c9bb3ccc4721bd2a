// Loads the second file, which only few pages need.

import { builtIn, publicUrl, tag } from "./tag.js";

let loaded;

/** Loads the second file, once, and resolves to the exports of source/choices.js. */
export const more = () =>
  (loaded ||= new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = publicUrl("choices.js?v=CHOICES_DIGEST");
    element.nonce = tag.nonce;
    element.handOver = resolve;
    // Also after it has run without handing over, as what a blocker serves in its place.
    element.onload = element.onerror = reject;
    builtIn("head").append(element);
  }));

// What only few pages need lies in a second file, which is loaded when it is.

import { publicUrl, tag } from "./tag.js";

let loaded;

/** Loads the second file, once, and gives what source/choices.js hands over. */
export const more = () =>
  (loaded ||= new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = publicUrl("choices.js?v=CHOICES_DIGEST");
    element.nonce = tag.nonce;
    element.handOver = resolve;
    element.onerror = reject;
    document.head.append(element);
  }));

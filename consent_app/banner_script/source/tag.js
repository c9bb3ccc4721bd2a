// The script's own tag says everything it needs to know: which domain, and where the service is.

// A tag manager that moves scripts leaves `currentScript` empty, and markup can take its name:
// `<img name="currentScript">`.
const { currentScript } = document;

/** Which domain a tag is of. A tag manager's templates can add scripts, but no attributes to them. */
const domainOf = (script) => script.dataset.domain || /[?&]domain=([^&#]+)/.exec(script.src)?.[1];

/** The tag that loaded us. */
export const tag =
  currentScript instanceof HTMLScriptElement && domainOf(currentScript)
    ? currentScript
    : document.querySelector('script[data-domain][src*="/v1/public/banner.js"]');

export const domainId = tag && domainOf(tag);

/** Returns the address of a public route, such as `domains/{id}/banner`. */
export const publicUrl = (path) => new URL(path, tag.src).href;

export const CATEGORIES = ["analytics", "marketing", "preferences"];

/** Global Privacy Control, the visitor's standing objection (W3C draft, §3). */
export const privacySignal = () => navigator.globalPrivacyControl === true;

let warned;

/** Tells the owner of the page, once, what is wrong and what helps. */
export function warn(...words) {
  if (!warned) console.warn("Consent banner:", ...words);
  warned = true;
}

/** Runs `work` and keeps what it throws to ourselves: nothing of ours may break the page. */
export function quietly(work, ...values) {
  try {
    return work(...values);
  } catch {
    return undefined;
  }
}

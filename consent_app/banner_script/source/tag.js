// The script's own tag: it names the domain, and its address is that of the service.

// A tag manager that moves scripts leaves `currentScript` empty, and markup can take its name:
// `<img name="currentScript">`.
const { currentScript } = document;

/** The domain of a tag. A tag manager's templates can add scripts, but no attributes to them. */
const domainOf = (script) => script.dataset.domain || /[?&]domain=([^&#]+)/.exec(script.src)?.[1];

/**
 * The tag that loaded this script.
 *
 * @type {HTMLScriptElement}
 */
export const tag =
  currentScript instanceof HTMLScriptElement && domainOf(currentScript)
    ? currentScript
    : document.querySelector('script[data-domain][src*="/v1/public/banner.js"]');

// Without an address, as when its code was copied into the page, it cannot find the service.
export const domainId = tag?.src && domainOf(tag);

/** Returns the address of a public route, such as `domains/{id}/banner`. */
export const publicUrl = (path) => new URL(path, tag.src).href;

export const CATEGORIES = ["analytics", "marketing", "preferences"];

/** Returns a property of the document whose name markup may have taken: `<img name="body">`. */
export const builtIn = (name) => Reflect.get(Document.prototype, name, document);

/** Global Privacy Control, the visitor's standing objection (W3C draft, §3). */
export const privacySignal = () => navigator.globalPrivacyControl === true;

let warned;

/** Writes one warning for the page's owner, with the cause and the solution. */
export function warn(...words) {
  if (!warned) console.warn("Consent banner:", ...words);
  warned = true;
}

/** Runs `work` and ignores its exceptions: this script must not break the page. */
export function quietly(work, ...values) {
  try {
    return work(...values);
  } catch {
    return undefined;
  }
}

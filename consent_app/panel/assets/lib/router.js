/** The router: shows paths of this site without reloading the page. */
import { panelSite } from "./panel-site.js";
import { _ } from "./texts.js";
import { signal } from "../vendor.js";

/**
 * The page's path below the site's base, and its query.
 * @type {import("../vendor.js").Signal<{path: string, query: URLSearchParams, visit: number}>}
 */
export const here = signal(read(0));

/** Return a path with one slash at the start, as the server reads it: two begin a host. @param {string} path */
function canonical(path) {
  return path.replace(/^\/+/, "/");
}

/** The page's place among those that this tab has opened one after the other. The history keeps it for each. */
let position = 0;

/** @param {number} visit */
function read(visit) {
  const path = canonical(location.pathname.slice(panelSite.base.length)) || "/";
  return { path, query: new URLSearchParams(location.search), visit };
}

/**
 * Return the address of a path on this site.
 * @param {string} path
 */
export const at = (path) => `${panelSite.base}${path}`;

/**
 * Return a given path if it is on this site, and not an address elsewhere. Browsers leave tabs and line feeds out.
 * @param {string | null} to
 */
export const ownPath = (to) => (to && /^\/(?![/\\\s])/.test(to) ? to : undefined);

/**
 * Navigate to a path on this site.
 * @param {string} path with its query
 * @param {{replace?: boolean}} [how] `replace`: replaces the current page in the history
 */
export function go(path, how = {}) {
  if (!mayLeave()) return;
  if (!how.replace) position += 1;
  history[how.replace ? "replaceState" : "pushState"](position, "", at(path));
  here.value = read(here.value.visit + 1);
}

/**
 * Put filters into the address, so that it can be bookmarked and shared. The page stays the same.
 * @param {Record<string, string | null | undefined>} values null and empty ones are left out
 */
export function setQuery(values) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  history.replaceState(position, "", `${location.pathname}${text ? `?${text}` : ""}`);
  here.value = read(here.value.visit);
}

/** What is lost with the page, such as a form's unsaved input, and the question about it. @type {Map<object, string>} */
export const dirty = new Map();

/** @param {object} form one with unsaved input */
export const keepInput = (form) => void dirty.set(form, _("Your changes are not saved. Leave the page?"));

/** Ask before what is unsaved is lost. Return whether it may be. */
export function mayLeave() {
  for (const question of new Set(dirty.values())) if (!confirm(question)) return false;
  dirty.clear();
  return true;
}

/** Handle links within this site, and the browser's back and forward buttons. */
export function startRouter() {
  const { pathname, search, hash } = location;
  position = history.state ?? 0;
  history.replaceState(position, "", `${canonical(pathname)}${search}${hash}`);
  addEventListener("popstate", ({ state }) => {
    const { path, query, visit } = here.value;
    const next = read(visit + 1);
    // A link within the page is not a navigation: input would be lost.
    const isElsewhere = next.path !== path || next.query.toString() !== query.toString();
    if (isElsewhere && state !== null && !mayLeave()) {
      // The browser has already changed the address.
      history.go(position - state);
      return;
    }
    position = state ?? position + 1;
    history.replaceState(position, "");
    if (isElsewhere) here.value = next;
  });
  addEventListener("beforeunload", (event) => {
    if (dirty.size) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (!("route" in link.dataset) || link.target || link.origin !== location.origin) return;
    event.preventDefault();
    go(link.pathname.slice(panelSite.base.length) + link.search);
  });
}

/** The application: finds out who is signed in, and shows the page of the address. */
import { announce, dropToast } from "./lib/announce.js";
import { findPeople, role } from "./lib/people.js";
import { panelSite } from "./lib/panel-site.js";
import { explain, notFound } from "./lib/problems.js";
import { registerRenewal } from "./lib/renewal.js";
import { go, here, startRouter } from "./lib/router.js";
import { findSession, session } from "./lib/session.js";
import { _, loadAllTexts } from "./lib/texts.js";
import { routeAt } from "./routes.js";
import { Layout } from "./ui/layout.js";
import { Failure, Heading, Skeleton, headingOf, holdFocus } from "./ui/parts.js";
import { html, render, useEffect, useErrorBoundary, useRef, useState } from "./vendor.js";

/** @typedef {{Screen?: any, values?: Record<string, string>, problem?: any, open: boolean, key: string}} Shown */

const loaded = here.value.path;

/** Modules for other pages and for renewing or ending the session load this long after the page. */
const LATER_MS = 1000;

/** Load the dialog for a session that has ended, with the modules for signing in, which most pages do not need otherwise. */
const loadEnded = async () => (await import("./ui/ended.js")).Ended;

/** @param {string} path @param {number} visit */
const keyOf = (path, visit) => `${path} ${visit}`;

function App() {
  const [current, setCurrent] = useState(/** @type {Shown | null} */ (null));
  const { path, query, visit } = here.value;
  const [Ended, setEnded] = useState(/** @type {any} */ (null));
  const first = useRef(true);
  const [failure] = useErrorBoundary((error) => console.error(error));

  useEffect(() => {
    let late = false;
    const show = async () => {
      const next = await screenAt(path, query.toString(), visit === 0 && path === loaded);
      if (!late && next) setCurrent({ ...next, key: keyOf(path, visit) });
    };
    void show();
    return () => {
      late = true;
    };
  }, [path, visit, session.value === "none"]);

  useEffect(() => {
    if (session.value === "ended") loadEnded().then((component) => setEnded(() => component), () => {});
  }, [session.value === "ended"]);

  useEffect(() => {
    if (!current) return;
    if (first.current) {
      first.current = false;
      setTimeout(() => Promise.all([loadAllTexts(), loadEnded(), panelSite.slug && registerRenewal()]).catch(() => {}), LATER_MS);
      return;
    }
    scrollTo(0, 0);
    dropToast();
    const heading = document.querySelector("h1");
    // Screen readers say what gets the focus.
    if (heading) heading.focus({ preventScroll: true });
    else announce(document.title);
  }, [current?.key]);

  const leaving = current !== null && current.key !== keyOf(path, visit);
  return html`<${Layout} open=${current?.open ?? true} leaving=${leaving}>
      ${failure
        ? html`<${Heading} title=${_("Something went wrong on this page")} />
            <p>${_("The mistake is ours, not yours. Reload the page. If the error persists, tell the operator of this server.")}</p>`
        : current?.Screen
          ? html`<${current.Screen} key=${current.key} ...${current.values} />`
          : current?.problem
            ? html`<${Refused} problem=${current.problem} />`
            : html`<${Skeleton} />`}
    <//>
    ${session.value === "ended" && Ended && html`<${Ended} />`}`;
}

/** Shown in place of a page that was refused. @param {{problem: import("./lib/problems.js").Problem}} props */
const Refused = ({ problem }) =>
  problem.code === "workspace_suspended"
    ? html`<${Heading} title=${problem.title} />
        <p role="alert">${problem.text}</p>
        ${role.value === "owner"
          ? html`<p><a class="button primary" href=${`${panelSite.publicOrigin}/plans?workspace=${panelSite.slug}`}>${_("Choose a plan")}</a></p>`
          : html`<p>${_("An owner of the workspace chooses its plan.")}</p>`}`
    : html`<${Heading} title=${_("This page cannot be shown")} /><${Failure} problem=${problem} retry=${() => location.reload()} />`;

/**
 * @param {string} path
 * @param {string} query
 * @param {boolean} first whether it is the page that the browser loaded, whose texts are already there
 * @returns {Promise<Omit<Shown, "key"> | undefined>}
 */
async function screenAt(path, query, first) {
  const target = routeAt(panelSite.kind, path);
  if (!target) {
    // The server sent this page for the path, so a reload would return the same page endlessly.
    if (first) return { problem: notFound(), open: true };
    // Only the server may know this path.
    location.reload();
    return undefined;
  }
  const open = Boolean(target.route.open);
  // Loads while the person is looked up.
  const loading = first ? target.route.screen() : loadAllTexts().then(target.route.screen);
  loading.catch(() => {});
  if (!open) {
    if (session.value === null) await findSession();
    if (session.value === "none") {
      go(`/sign-in?to=${encodeURIComponent(query ? `${path}?${query}` : path)}`, { replace: true });
      return undefined;
    }
    // Requests in two steps can begin before the person is known.
    if (first) loading.then(({ prepare }) => prepare?.()).catch(() => {});
    try {
      await findPeople();
    } catch (error) {
      // If the session has ended, a dialog above the page says so.
      if (session.value !== "ended") return { problem: explain(error), open };
    }
  } else if (session.value === null) {
    await findSession();
  }
  try {
    const { Screen } = await loading;
    return { Screen, values: target.values, open };
  } catch (error) {
    console.error(error);
    const text = _("There is a newer version of this page, or the service is unavailable. Reload the page.");
    return { problem: { title: _("The page could not be loaded"), text, fields: {}, code: "" }, open };
  }
}

/** Take a held Enter key for one press: it would send a form again as soon as the service has answered. */
function ignoreHeldEnter() {
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
  });
}

/**
 * Move the focus to the heading of a part if what had it goes away, such as a form that has been sent: else screen readers
 * and the keyboard would begin again at the top of the page.
 */
function keepFocus() {
  /** @type {Element | null} */
  let focused = null;
  /** @type {Element | undefined} */
  let heading;
  document.addEventListener("focusin", ({ target }) => {
    focused = /** @type {Element} */ (target);
    heading = headingOf(focused);
  });
  new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    // Later than the effects of what is there now, which may focus one of its fields.
    requestAnimationFrame(() => setTimeout(() => holdFocus(heading)));
  }).observe(document.body, { childList: true, subtree: true });
}

/** Show the page. */
export function start() {
  startRouter();
  ignoreHeldEnter();
  keepFocus();
  const root = document.getElementById("panel");
  if (!root) throw new Error("the page has no place for the panel");
  root.replaceChildren();
  render(html`<${App} />`, root);
}

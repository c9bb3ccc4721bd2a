/** The frame of every page: the product's name, the navigation, announcements. */
import { announcement, toast } from "../lib/announce.js";
import { ownName } from "../lib/format.js";
import { account, mayChange, workspace } from "../lib/people.js";
import { leaveFor, panelSite, workspaceUrl } from "../lib/panel-site.js";
import { at, go, here, mayLeave } from "../lib/router.js";
import { session, signOut } from "../lib/session.js";
import { _, chooseLanguage, language } from "../lib/texts.js";
import { html, useEffect, useState } from "../vendor.js";
import { Action, Link } from "./parts.js";

/** @returns {[path: string, text: string][]} */
const WAYS = () => [
  ["/", _("Overview")],
  ["/start", _("First steps")],
  ["/domains", _("Domains")],
  ["/receipts", _("Receipts")],
  ["/statistics", _("Statistics")],
  ["/members", _("People")],
  ["/api-keys", _("API keys")],
  // Viewers may not read it.
  .../** @type {[string, string][]} */ (mayChange.value ? [["/audit", _("Audit log")]] : []),
  ["/settings", _("Settings")],
];

/**
 * @param {{open: boolean, leaving: boolean, children?: any}} props `open`: the page needs no sign-in. The
 * layout stays while the next page loads the workspace. `leaving`: the next page loads, so nothing that is
 * typed in this one would be kept.
 */
export function Layout({ open, leaving, children }) {
  const inside = !open && panelSite.slug !== null && session.value !== "none" && workspace.value !== null;
  return html`<a class="skip" href="#main">${_("Skip to content")}</a>
    <${inside ? Inside : Outside} leaving=${leaving}>${children}<//>
    <p class="said" role="status" aria-live="polite">${announcement}</p>
    ${toast.value && html`<p class="toast" aria-hidden="true">${toast}</p>`}`;
}

function Name() {
  return html`<span class="name">
    ${panelSite.logo && html`<img src=${panelSite.logo} alt="" height="28" />`}${panelSite.product}
  </span>`;
}

/** @param {{leaving: boolean, children?: any}} props */
function Outside({ leaving, children }) {
  const signedIn = session.value === "open" && !panelSite.slug;
  return html`<div class="outside">
    <header class="bar">
      <a href=${panelSite.slug ? panelSite.publicOrigin : at("/")} class="plain"><${Name} /></a>
      ${signedIn &&
      html`<nav aria-label=${_("Account")}>
        <ul>
          <li><${Link} to="/workspaces" current=${here.value.path === "/workspaces"}>${_("Workspaces")}<//></li>
          <li><${Link} to="/account" current=${here.value.path === "/account"}>${_("Account")}<//></li>
          <li><${SignOut} /></li>
        </ul>
      </nav>`}
    </header>
    <main id="main" tabindex="-1" inert=${leaving} class=${signedIn ? "" : "alone"}>${children}</main>
    <${Footer} />
  </div>`;
}

/** @param {{leaving: boolean, children?: any}} props */
function Inside({ leaving, children }) {
  const [open, setOpen] = useState(false);
  const { path, visit } = here.value;
  useEffect(() => setOpen(false), [visit]);
  /** @param {string} to */
  const isHere = (to) => (to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`));
  return html`<div class="inside">
    <header class="side">
      <div class="top">
        <${Link} to="/" class="plain"><${Name} /><//>
        <button type="button" class="menu" aria-expanded=${open} aria-controls="ways" onClick=${() => setOpen(!open)}>
          ${_("Menu")}
        </button>
      </div>
      <div id="ways" class=${open ? "ways open" : "ways"}>
        <p class="workspace">${workspace.value?.name}</p>
        <${Search} />
        <nav aria-label=${_("Workspace")}>
          <ul>
            ${WAYS().map(
              ([to, text]) => html`<li key=${to}><${Link} to=${to} current=${isHere(to)}>${text}<//></li>`,
            )}
          </ul>
        </nav>
        <${Person} />
      </div>
    </header>
    <div class="page">
      <main id="main" tabindex="-1" inert=${leaving}>${children}</main>
      <${Footer} />
    </div>
  </div>`;
}

/** The field that searches the workspace. It keeps the text while the page of its results is shown. */
function Search() {
  const { path, query } = here.value;
  const applied = path === "/search" ? (query.get("q") ?? "") : "";
  const [text, setText] = useState(applied);
  useEffect(() => setText(applied), [applied, path]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const q = text.trim();
    if (q) go(`/search?${new URLSearchParams({ q })}`);
  };
  return html`<form role="search" class="search" onSubmit=${submit}>
    <input
      type="search"
      aria-label=${_("Search the workspace")}
      placeholder=${_("Search")}
      maxlength="100"
      autocapitalize="off"
      autocomplete="off"
      spellcheck=${false}
      value=${text}
      onInput=${(/** @type {any} */ event) => setText(event.target.value)}
    />
  </form>`;
}

function Person() {
  const otherWorkspaces = (account.value?.workspaces ?? []).filter((membership) => membership.organization.slug !== panelSite.slug);
  return html`<div class="person">
    <p>${account.value?.name ?? account.value?.email}</p>
    <ul>
      <li><${Link} to="/account" current=${here.value.path === "/account"}>${_("Account")}<//></li>
      ${otherWorkspaces.map(
        ({ organization }) =>
          html`<li key=${organization.id}><a href=${workspaceUrl(organization.slug)}>${organization.name}</a></li>`,
      )}
      <li><${SignOut} /></li>
    </ul>
  </div>`;
}

function SignOut() {
  const leave = async () => {
    if (!mayLeave()) return;
    await signOut({ leaving: true });
    // The public site ends the session from which this one was opened.
    await leaveFor(`${panelSite.slug ? panelSite.publicOrigin : location.origin}/sign-in#signed-out`);
  };
  return html`<${Action} class="link" onPress=${leave}>${_("Sign out")}<//>`;
}

function Footer() {
  const { imprint, privacy, terms } = panelSite.links;
  return html`<footer>
    <ul>
      ${panelSite.guides && html`<li><a href=${`${panelSite.guides}troubleshooting`} target="_blank" rel="noopener">${_("Help")}</a></li>`}
      ${imprint && html`<li><a href=${imprint}>${_("Imprint")}</a></li>`}
      ${privacy && html`<li><a href=${privacy}>${_("Privacy")}</a></li>`}
      ${terms && html`<li><a href=${terms}>${_("Terms")}</a></li>`}
      ${panelSite.languages
        .filter((tag) => tag !== language)
        .map(
          (tag) => html`<li key=${tag}>
            <button type="button" class="link" lang=${tag} onClick=${() => chooseLanguage(tag)}>
              ${ownName(tag)}
            </button>
          </li>`,
        )}
    </ul>
  </footer>`;
}

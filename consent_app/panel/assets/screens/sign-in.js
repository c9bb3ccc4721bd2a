/** Signing in: to a workspace on its own origin, to the account on the public site. */
import { showToast } from "../lib/announce.js";
import { panelSite, sender } from "../lib/panel-site.js";
import { go, here, ownPath } from "../lib/router.js";
import { keepSession, session, signOut } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Heading, Link, Skeleton } from "../ui/parts.js";
import { SignInSteps } from "../ui/sign-in-steps.js";
import { html, useEffect, useState } from "../vendor.js";

/** Where to continue after signing in: only a path on this site. */
function target() {
  const to = ownPath(here.value.query.get("to"));
  return to && !to.startsWith("/sign-in") ? to : panelSite.slug ? "/" : "/workspaces";
}

/** Whether one of this service's pages has just signed the person out. Pages of others can link here too. */
const signedOut = () => location.hash === "#signed-out" && sender() !== null;

export function Screen() {
  const [wasSignedOut] = useState(signedOut);
  const [ready, setReady] = useState(!wasSignedOut);
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
    if (wasSignedOut) {
      void signOut().then(() => setReady(true));
      showToast(_("You are signed out."));
    } else if (session.value === "open") go(target(), { replace: true });
  }, []);
  /** @param {any} newSession */
  const enter = async (newSession) => {
    const to = target();
    await keepSession(newSession);
    go(to, { replace: true });
  };
  const title = panelSite.slug ? _("Sign in to {workspace}", { workspace: panelSite.slug }) : _("Sign in");
  return html`<${Heading} title=${title} />
    ${ready
      ? html`<${SignInSteps} workspace=${panelSite.slug} to=${target()} onDone=${enter}><${OtherWays} /><//>`
      : html`<${Skeleton} lines=${3} />`}`;
}

function OtherWays() {
  if (panelSite.slug) {
    return html`<p class="hint">
      ${_("Another workspace?")} <a href=${`${panelSite.publicOrigin}/sign-in`}>${_("Sign in to your account")}</a>
    </p>`;
  }
  if (panelSite.signup !== "open") return null;
  return html`<p class="hint">
    ${_("No account yet?")} <${Link} to="/register">${_("Create an account")}<//>
  </p>`;
}

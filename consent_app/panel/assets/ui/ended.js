/** A dialog to sign in again when the session has ended, which keeps the page and its input. */
import { showToast } from "../lib/announce.js";
import { account } from "../lib/people.js";
import { dirty, here, keepInput } from "../lib/router.js";
import { panelSite } from "../lib/panel-site.js";
import { findRenewed, keepSession } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html, useEffect, useRef } from "../vendor.js";
import { Dialog } from "./parts.js";
import { SignInSteps } from "./sign-in-steps.js";

/**
 * Continue on this page, unless it is somebody else's: their input must not be saved as this person's. Nor
 * if the session had ended before the page was shown, so that it lacks the workspace.
 * @param {string} email who has signed in
 */
function proceed(email) {
  if (email === account.value?.email) {
    showToast(_("You are signed in again. Continue where you left off."));
    return;
  }
  dirty.clear();
  location.reload();
}

/** Ask before the input in a dialog behind this one is lost, like that of a page. */
function leave() {
  if (document.querySelectorAll("dialog[open]").length > 1) keepInput(leave);
  location.reload();
}

export function Ended() {
  const former = useRef(document.activeElement).current;
  useEffect(
    () => () => {
      dirty.delete(leave);
      requestAnimationFrame(() => {
        if (former instanceof HTMLElement && document.activeElement === document.body) former.focus();
      });
    },
    [],
  );
  /** @param {any} newSession */
  const back = async (newSession) => {
    await keepSession(newSession);
    proceed(newSession.user.email);
  };
  useEffect(() => {
    // The person has signed in in another tab, for example with an identity provider.
    const look = async () => {
      const email = await findRenewed();
      if (email) proceed(email);
    };
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return html`<${Dialog} open stays title=${_("Your session has ended")} onClose=${leave}>
    <p>
      ${_("You signed out in another tab, or the session expired. Sign in here to continue: nothing you typed is lost.")}
    </p>
    <${SignInSteps} workspace=${panelSite.slug} email=${account.value?.email} to=${here.value.path} elsewhere onDone=${back} />
  <//>`;
}

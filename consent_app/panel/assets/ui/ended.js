/** A dialog to sign in again when the session has ended, which keeps the page and its input. */
import { showToast } from "../lib/announce.js";
import { account } from "../lib/people.js";
import { dirty, here, keepInput, mayLeave } from "../lib/router.js";
import { panelSite } from "../lib/panel-site.js";
import { findRenewed, forget, keepSession } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html, useEffect, useRef, useState } from "../vendor.js";
import { Dialog } from "./parts.js";
import { SignInSteps } from "./sign-in-steps.js";

/** Show the page of the person who is signed in now: nobody may save what somebody else has typed. */
function replace() {
  dirty.clear();
  location.reload();
}

/** Continue on this page, unless the session had ended before it was shown, so that it lacks the workspace. */
function proceed() {
  if (account.value) showToast(_("You are signed in again. Continue where you left off."));
  else replace();
}

/** The input in a dialog behind this one is lost like that of a page. */
function keepBehind() {
  if (document.querySelectorAll("dialog[open]").length > 1) keepInput(keepBehind);
}

/** Ask before it is lost. */
function leave() {
  keepBehind();
  location.reload();
}

export function Ended() {
  const former = useRef(document.activeElement).current;
  // The address of somebody else who is signed in now.
  const [other, setOther] = useState(/** @type {string | null} */ (null));
  const [round, setRound] = useState(0);
  useEffect(
    () => () => {
      dirty.delete(keepBehind);
      requestAnimationFrame(() => {
        if (former instanceof HTMLElement && document.activeElement === document.body) former.focus();
      });
    },
    [],
  );
  /** @param {any} newSession */
  const back = async (newSession) => {
    const isOther = account.value && account.value.id !== newSession.user.id;
    if (isOther) {
      keepBehind();
      if (!mayLeave()) {
        await forget(newSession);
        setRound(round + 1);
        return;
      }
    }
    await keepSession(newSession);
    if (isOther) replace();
    else proceed();
  };
  useEffect(() => {
    // Somebody has signed in in another tab, for example with an identity provider.
    const look = async () => {
      const person = await findRenewed(account.value?.id);
      const isOther = person && account.value && account.value.id !== person.id;
      setOther(isOther ? person.email : null);
      if (person && !isOther) proceed();
    };
    void look();
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  const text = other
    ? _("{email} signed in from another tab. Sign in here as {present} to continue: nothing you typed is lost.", { email: other, present: account.value?.email ?? "" })
    : _("You signed out in another tab, the session expired, or it was ended. Sign in here to continue: nothing you typed is lost.");
  return html`<${Dialog} open stays title=${_("Your session has ended")} question=${html`<span role="status">${text}</span>`} onClose=${leave}>
    <${SignInSteps} key=${round} workspace=${panelSite.slug} email=${account.value?.email} to=${here.value.path} elsewhere onDone=${back} />
    ${other &&
    html`<p class="hint">${_("Or leave this page, and what you typed here:")}</p>
      <p><button type="button" onClick=${replace}>${_("Continue as {email}", { email: other })}</button></p>`}
  <//>`;
}

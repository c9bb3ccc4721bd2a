/** Redeems a hand-off from another origin. The code is in the fragment, which appears in no log. */
import { panelSite, sender } from "../lib/panel-site.js";
import { explain } from "../lib/problems.js";
import { at, go, ownPath } from "../lib/router.js";
import { anyone, api, findSession, forget, keepSession } from "../lib/session.js";
import { _, takeLanguage } from "../lib/texts.js";
import { Failure, Heading, Link, Skeleton, holdFocus } from "../ui/parts.js";
import { html, useEffect, useRef, useState } from "../vendor.js";

export function Screen() {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [question, setQuestion] = useState(/** @type {Arrival | null} */ (null));
  const isRedeemed = useRef(false);
  useEffect(() => {
    if (isRedeemed.current) return;
    isRedeemed.current = true;
    const parameters = new URLSearchParams(location.hash.slice(1));
    history.replaceState(history.state, "", location.pathname);
    redeem(parameters.get("code") ?? "", parameters)
      .then(setQuestion)
      .catch((error) => {
        const refused = explain(error);
        const spent = _("This link was already used or is older than a minute. Sign in again.");
        setProblem(refused.code === "invalid_code" ? { ...refused, text: spent } : refused);
      });
  }, []);
  if (question) return html`<${Question} arrival=${question} />`;
  if (!problem) return html`<${Heading} title=${_("Opening …")} /><${Skeleton} lines=${3} />`;
  return html`<${Heading} title=${_("This could not be opened")} />
    <${Failure} problem=${problem} />
    <p><${Link} to="/sign-in" class="button primary">${_("Sign in")}<//></p>`;
}

/**
 * The session that a code opened, which the person must confirm: any page can link here with a code of
 * its own, and nobody should work in somebody else's account by mistake. `present`: who is signed in.
 * `go` opens the page behind it.
 * @typedef {{newSession: any, present: string | undefined, go: () => void}} Arrival
 * @param {{arrival: Arrival}} props
 */
function Question({ arrival }) {
  const { newSession, present } = arrival;
  // It comes after the page has been read to the person.
  useEffect(() => holdFocus(), []);
  const email = newSession.user.email;
  const enter = async () => {
    await keepSession(newSession);
    arrival.go();
  };
  const stay = async () => {
    go(present === undefined ? "/sign-in" : HOME, { replace: true });
    await forget(newSession);
  };
  if (present === undefined) {
    return html`<${Heading} title=${_("Continue as {email}?", { email })} />
      <p>${_("This link signs you in as {email}. It was not opened from a page of this service: continue only if this is your address.", { email })}</p>
      <div class="actions">
        <button type="button" class="primary" onClick=${enter}>${_("Continue")}</button>
        <button type="button" onClick=${stay}>${_("This is not me")}</button>
      </div>`;
  }
  return html`<${Heading} title=${_("Continue with another account?")} />
    <p>${_("You are signed in as {present}. This link signs you in as {email}.", { present, email })}</p>
    <div class="actions">
      <button type="button" class="primary" onClick=${stay}>${_("Stay signed in")}</button>
      <button type="button" onClick=${enter}>${_("Switch accounts")}</button>
    </div>`;
}

const HOME = panelSite.slug ? "/" : "/account";

/**
 * Redeem a code and continue. Return what the person must confirm first, or null.
 * @param {string} code @param {URLSearchParams} parameters
 * @returns {Promise<Arrival | null>}
 */
async function redeem(code, parameters) {
  if (!code) {
    go("/sign-in", { replace: true });
    return null;
  }
  const present = await whoIsHere();
  const body = { code };
  const newSession = panelSite.slug
    ? (await anyone.POST("/v1/auth/handoff/exchange", { body })).data
    : (await anyone.POST("/v1/auth/account-handoff/exchange", { body })).data;
  const proceed = () => {
    const next = ownPath(parameters.get("to")) ?? HOME;
    if (takeLanguage(parameters.get("language"))) location.replace(at(next));
    else go(next, { replace: true });
  };
  if (present === undefined ? !begunHere(newSession) : present !== newSession.user.email) return { newSession, present, go: proceed };
  await keepSession(newSession);
  proceed();
  return null;
}

/**
 * Whether one of this service's pages sent the person here: the public site, or the workspace from
 * which the account was opened.
 * @param {any} newSession
 */
function begunHere(newSession) {
  const from = sender();
  return from !== null && (from.slug === null || from.slug === newSession.organization?.slug);
}

/** Return the address of the person who is signed in here, or undefined. */
async function whoIsHere() {
  if ((await findSession()) !== "open") return undefined;
  try {
    return (await api.GET("/v1/account")).data.email;
  } catch {
    return undefined;
  }
}

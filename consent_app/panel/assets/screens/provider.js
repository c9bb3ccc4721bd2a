/** The page to which an identity provider returns, and at which other origins begin a sign-in. */
import { carryOver } from "../lib/enter.js";
import { panelSite } from "../lib/panel-site.js";
import { explain } from "../lib/problems.js";
import { leaveForProvider, providerOf, takeBegun, takeReturned } from "../lib/provider.js";
import { go, here, ownPath } from "../lib/router.js";
import { anyone, keepSession } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Action, Failure, Heading, Link, Skeleton } from "../ui/parts.js";
import { html, useEffect, useRef, useState } from "../vendor.js";

/** @typedef {import("../lib/provider.js").Wanted} Wanted */

export function Screen() {
  const [signIn, setSignIn] = useState(/** @type {Wanted | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const isStarted = useRef(false);
  // Translators: it takes the place of {provider} in "Signing in with {provider} …".
  const provider = providerOf(signIn?.issuer)?.name ?? _("the identity provider");
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    const returned = takeReturned();
    (returned ? comeBack(returned) : leave()).catch((error) => setProblem(explain(error)));
  }, []);

  const leave = async () => {
    const { query } = here.value;
    const issuer = query.get("issuer");
    if (!issuer || !providerOf(issuer)) {
      go("/sign-in", { replace: true });
      return;
    }
    const next = { issuer, workspace: query.get("workspace"), to: ownPath(query.get("to")) };
    setSignIn(next);
    await leaveForProvider(next);
  };

  /** @param {NonNullable<ReturnType<typeof takeReturned>>} returned */
  const comeBack = async ({ state, code, iss, error }) => {
    const begun = takeBegun(state);
    if (!begun || (iss && iss !== begun.issuer)) {
      setProblem(STRANGE());
      return;
    }
    setSignIn(begun);
    if (error || !code) {
      setProblem(refusal(error ?? "", providerOf(begun.issuer)?.name ?? begun.issuer));
      return;
    }
    const body = { signInToken: begun.signInToken, state, code, ...(iss && { iss }) };
    const { data } = await anyone.POST("/v1/auth/identity-provider/code", { body });
    if ("organization" in data) {
      await carryOver(data, begun.to ?? undefined);
      return;
    }
    await keepSession(data);
    go(begun.to ?? "/workspaces", { replace: true });
  };

  if (!problem) return html`<${Heading} title=${_("Signing in with {provider} …", { provider })} /><${Skeleton} lines=${3} />`;
  const unknown = problem.code === "account_not_found" && signIn && !signIn.workspace && panelSite.signup === "open";
  const texts = signIn ? { ...problem, text: TEXTS[problem.code]?.(signIn, provider) ?? problem.text } : problem;
  return html`<${Heading} title=${_("You are not signed in")} />
    <${Failure} problem=${texts} />
    <div class="actions">
      ${unknown &&
      html`<${Action} class="primary" onPress=${() => leaveForProvider({ ...signIn, allowSignup: true })}>
        ${_("Create an account with {provider}", { provider })}
      <//>`}
      ${signIn &&
      html`<${Action} class=${unknown ? "" : "primary"} onPress=${() => leaveForProvider(signIn)}>
        ${_("Try {provider} again", { provider })}
      <//>`}
      <${Link} to="/sign-in" class=${signIn ? "" : "button primary"}>${_("Sign in another way")}<//>
    </div>`;
}

/** Texts for refusals about which this page can say more. @type {Record<string, (wanted: Wanted, provider: string) => string>} */
const TEXTS = {
  not_found: ({ workspace }, provider) =>
    _("The account that {provider} signs in is not a member of {workspace}. Ask an owner or an admin to invite you.", {
      provider,
      workspace: workspace ?? "",
    }),
  invalid_code: (_wanted, provider) =>
    _("This sign-in was already completed, or more than ten minutes have passed. Try {provider} again.", { provider }),
};

const STRANGE = () => ({
  code: "strange",
  title: _("This sign-in was not started here"),
  text: _("It was started in another tab, or is already completed. Start again."),
  fields: {},
});

/** @type {Record<string, (provider: string) => string>} */
const ERRORS = {
  access_denied: (provider) => _("You cancelled, or {provider} does not let you sign in here.", { provider }),
  temporarily_unavailable: (provider) => _("{provider} is temporarily unavailable. Try again shortly.", { provider }),
  server_error: (provider) => _("{provider} is temporarily unavailable. Try again shortly.", { provider }),
  unmet_authentication_requirements: (provider) =>
    _("This server asks for a stronger sign-in than {provider} could give, such as a second factor. Set one up there.", { provider }),
};

/**
 * Explain a provider's refusal (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6).
 * @param {string} error
 * @param {string} provider
 */
function refusal(error, provider) {
  const word = /^[a-z_]{1,60}$/.test(error) ? error : "?";
  const text =
    (Object.hasOwn(ERRORS, error) && ERRORS[error]?.(provider)) ||
    _("{provider} refused the sign-in ({word}). Try again; if that does not help, tell the operator of this server.", {
      provider,
      word,
    });
  return { code: "refused", title: _("{provider} did not sign you in", { provider }), text, fields: {} };
}

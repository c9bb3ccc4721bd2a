/** Accepting an invitation, and creating the account if there is none. */
import { useData } from "../lib/data.js";
import { fragmentToken } from "../lib/early.js";
import { carryOver } from "../lib/enter.js";
import { date } from "../lib/format.js";
import { go } from "../lib/router.js";
import { anyone, keepSession } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { NewPassword } from "../ui/fields.js";
import { Field, Form, Refusal, Submit, useForm } from "../ui/forms.js";
import { Heading, Link, Loaded } from "../ui/parts.js";
import { SecondFactor } from "../ui/second-factor.js";
import { roleName } from "../ui/words.js";
import { html, useEffect, useState } from "../vendor.js";

export function Screen() {
  const [token] = useState(fragmentToken);
  const offer = useData(async () => (await anyone.POST("/v1/auth/invite", { body: { token } })).data, [token]);
  const [challenge, setChallenge] = useState(/** @type {any} */ (null));
  useEffect(() => {
    // Opening another email's link in the same tab changes only the fragment.
    const reload = () => location.reload();
    addEventListener("hashchange", reload);
    return () => removeEventListener("hashchange", reload);
  }, []);
  /** @param {any} newSession */
  const enter = async (newSession) => {
    if ("organization" in newSession) {
      await carryOver(newSession);
      return;
    }
    await keepSession(newSession);
    go("/workspaces", { replace: true });
  };
  /** @param {any} next */
  const accepted = (next) => {
    // The token is used up: remove it from the address and the history.
    history.replaceState(history.state, "", location.pathname);
    setChallenge(next);
  };
  const { data, problem } = offer;
  if (problem && problem.code !== "unreachable") {
    return html`<${Heading} title=${_("This invitation is no longer valid")} />
      <p>
        ${_("It has expired (after 7 days), was revoked, was replaced by a newer one, or was already accepted. If you are not a member yet, ask the person who invited you for a new one.")}
      </p>
      <p><${Link} to="/sign-in">${_("Sign in")}<//></p>`;
  }
  const title = data ? _("Join {workspace}", { workspace: data.organization.name }) : _("Join a workspace");
  const lead =
    data &&
    (data.invitedBy
      ? _("{inviter} invites you, as {role}.", { inviter: data.invitedBy, role: roleName(data.role) })
      : _("You are invited, as {role}.", { role: roleName(data.role) }));
  return html`<${Heading} title=${title} lead=${lead} eyebrow=${data?.email} />
    ${challenge
      ? html`<${SecondFactor} challenge=${challenge} onDone=${enter} onAgain=${() => go("/sign-in")} />`
      : html`<${Loaded} of=${offer}>
          ${() => html`<${Accept} token=${token} offer=${data} onAccepted=${accepted} />`}
        <//>`}`;
}

/** @param {{token: string, offer: any, onAccepted: (challenge: any) => void}} props */
function Accept({ token, offer, onAccepted }) {
  const form = useForm({ name: "", password: "" }, async ({ name, password }) => {
    const body = offer.accountExists ? { token } : { token, name, password };
    onAccepted((await anyone.POST("/v1/auth/invite/accept", { body })).data);
  });
  const hasAccount = offer.accountExists;
  return html`<${Form} form=${form}>
    ${hasAccount
      ? html`<p>${_("You already have an account. Accept the invitation, and sign in with your authenticator.")}</p>`
      : html`<p>${_("Your address has no account yet. Choose a name and a password to create one; then set up an authenticator.")}</p>
          <${Field} form=${form} name="name" label=${_("Your name")} autocomplete="name" autofocus />
          <${NewPassword} form=${form} name="password" label=${_("Password")} />`}
    <${Refusal} form=${form} shown=${hasAccount ? [] : ["name", "password"]} />
    <${Submit} form=${form}>${_("Accept the invitation")}<//>
    <p class="hint">${_("The invitation expires on {date}.", { date: date(offer.expiresAt) })}</p>
  <//>`;
}

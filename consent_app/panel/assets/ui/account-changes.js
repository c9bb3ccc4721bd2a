/** Changing the address and the authenticator, which require password and code. */
import { showToast } from "../lib/announce.js";
import { date } from "../lib/format.js";
import { findPeople } from "../lib/people.js";
import { REAUTHENTICATION } from "../lib/problems.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html, useState } from "../vendor.js";
import { Reauthentication } from "./fields.js";
import { Check, Field, Form, Refusal, Submit, useForm } from "./forms.js";
import { Dialog } from "./parts.js";
import { CodeField, Secret, bare } from "./second-factor.js";

const EMPTY = { email: "", password: "", code: "" };

/** @typedef {import("../lib/people.js").Account} Account */

/** Shown instead of a form that requires a password, if the account has none. */
export const noPassword = () =>
  html`<p>${_("This needs a password, but you sign in with an identity provider and have none. Sign out and choose “Forgot your password?” to set one.")}</p>`;

/** @param {{person: Account}} props */
export function Address({ person }) {
  const [open, setOpen] = useState(false);
  const [pendingEmail, setPendingEmail] = useState(/** @type {string | null} */ (null));
  const form = useForm(EMPTY, async ({ email, password, code }) => {
    const body = { email: email.trim(), password, code: bare(code) };
    await api.POST("/v1/account/email", { body });
    setPendingEmail(body.email);
    close();
    showToast(_("A link is on its way to the new address."));
  }, { fieldErrors: REAUTHENTICATION });
  const close = () => {
    setOpen(false);
    form.reset(EMPTY);
  };
  if (!person.hasPassword) return noPassword();
  return html`<p>${person.email}</p>
    ${pendingEmail &&
    html`<div class="notice" role="status">
      <p>${_("Open the link that we sent to {address} within three days. Until then, your address stays {former}.", { address: pendingEmail, former: person.email })}</p>
    </div>`}
    <button type="button" onClick=${() => setOpen(true)}>${_("Change the address")}</button>
    <${Dialog} open=${open} title=${_("Change the address")} onClose=${close}>
      <${Form} form=${form}>
        <${Field} form=${form} name="email" type="email" label=${_("New email address")} autocomplete="email" spellcheck=${false} autofocus />
        <${Reauthentication} form=${form} />
        <${Refusal} form=${form} shown=${["email", "password", "code"]} />
        <div class="actions">
          <${Submit} form=${form}>${_("Send the link")}<//>
          <button type="button" onClick=${close}>${_("Cancel")}</button>
        </div>
      <//>
    <//>`;
}

/** @param {{person: Account}} props */
export function Authenticator({ person }) {
  const [open, setOpen] = useState(false);
  const [begun, setBegun] = useState(/** @type {any} */ (null));
  const close = () => {
    setOpen(false);
    setBegun(null);
  };
  const finish = async () => {
    await findPeople();
    close();
    showToast(_("The new authenticator is set up. Codes from the former one no longer work."));
  };
  if (!person.hasPassword) return noPassword();
  return html`<p>${_("Set up on {date}.", { date: date(person.secondFactor.enrolledAt) })} ${_("Replace it when your phone changes.")}</p>
    <button type="button" onClick=${() => setOpen(true)}>${_("Replace the authenticator")}</button>
    <${Dialog} open=${open} title=${_("Replace the authenticator")} onClose=${close}>
      ${begun ? html`<${Finish} begun=${begun} onDone=${finish} onAgain=${() => setBegun(null)} />` : html`<${Begin} onBegun=${setBegun} onCancel=${close} />`}
    <//>`;
}

/** @param {{onBegun: (begun: any) => void, onCancel: () => void}} props */
function Begin({ onBegun, onCancel }) {
  const form = useForm({ password: "", code: "" }, async ({ password, code }) => {
    onBegun((await api.POST("/v1/account/second-factor", { body: { password, code: bare(code) } })).data);
  }, { fieldErrors: REAUTHENTICATION });
  return html`<${Form} form=${form}>
    <p>${_("The current one works until you enter a code from the new one.")}</p>
    <${Reauthentication} form=${form} autofocus />
    <${Refusal} form=${form} shown=${["password", "code"]} />
    <div class="actions">
      <${Submit} form=${form}>${_("Continue")}<//>
      <button type="button" onClick=${onCancel}>${_("Cancel")}</button>
    </div>
  <//>`;
}

/** @param {{begun: any, onDone: () => Promise<void>, onAgain: () => void}} props */
function Finish({ begun, onDone, onAgain }) {
  const form = useForm({ code: "", endOtherSessions: true }, async ({ code, endOtherSessions }) => {
    const body = { challengeToken: begun.challengeToken, code: bare(code), endOtherSessions };
    await api.POST("/v1/account/second-factor/confirm", { body });
    await onDone();
  }, { fieldErrors: REAUTHENTICATION });
  return html`<${Secret} of=${begun} />
    <${Form} form=${form}>
      <${CodeField} form=${form} setup />
      <${Check} form=${form} name="endOtherSessions" label=${_("Sign out everywhere else")} />
      <${Refusal} form=${form} shown=${["code"]} />
      <div class="actions">
        <${Submit} form=${form}>${_("Use this authenticator")}<//>
        <button type="button" onClick=${onAgain}>${_("Start again")}</button>
      </div>
    <//>`;
}

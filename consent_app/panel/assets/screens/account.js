/** The account: profile, password and second factor, sessions, and emails. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { ago, instant, ownName } from "../lib/format.js";
import { account, findPeople } from "../lib/people.js";
import { left, panelSite } from "../lib/panel-site.js";
import { REAUTHENTICATION } from "../lib/problems.js";
import { api, signOut } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { Address, Authenticator, noPassword } from "../ui/account-changes.js";
import { History } from "../ui/account-history.js";
import { Identities } from "../ui/account-identities.js";
import { BackupCodes } from "../ui/backup-codes.js";
import { Reauthentication, NewPassword } from "../ui/fields.js";
import { Check, Field, Form, Refusal, Select, Submit, useForm } from "../ui/forms.js";
import { MailPreferences } from "../ui/mail-preferences.js";
import { Asking, Badge, Dialog, Heading, Loaded, Table, When } from "../ui/parts.js";
import { bare } from "../ui/second-factor.js";
import { Sections } from "../ui/sections.js";
import { Unverified } from "../ui/unverified.js";
import { html, useState } from "../vendor.js";

export function Screen() {
  const person = account.value;
  if (!person) return null;
  /** @type {[id: string, title: string, content: any][]} */
  const sections = [
    ["address", _("Email address"), html`<${Unverified} /><${Address} person=${person} />`],
    ["password", _("Password"), person.hasPassword ? html`<${Password} />` : html`<p>${_("You sign in with an identity provider and have no password here.")}</p>`],
    ["authenticator", _("Authenticator"), html`<${Authenticator} person=${person} />`],
    ["backup-codes", _("Backup codes"), person.hasPassword ? html`<${Codes} person=${person} />` : noPassword()],
    ["identity-providers", _("Identity providers"), html`<${Identities} />`],
    ["sessions", _("Where you are signed in"), html`<${Sessions} />`],
    ["history", _("Security history"), html`<${History} person=${person} />`],
    ["emails", _("Emails"), html`<${MailPreferences} />`],
    ["delete", _("Delete the account"), person.hasPassword ? html`<${Delete} />` : noPassword()],
  ];
  return html`<${Heading} title=${_("Account")} eyebrow=${person.email} />
    <${Sections} of=${sections.map(([id, title]) => [id, title])} />
    <${Person} person=${person} />
    ${sections.map(([id, title, content]) => html`<h2 id=${id} tabindex="-1">${title}</h2>${content}`)}`;
}

/** @param {import("../lib/people.js").Account} person @returns {{name: string, locale: string}} */
const namesOf = ({ name, locale }) => ({ name: name ?? "", locale });

/** @param {{person: import("../lib/people.js").Account}} props */
function Person({ person }) {
  const form = useForm(
    namesOf(person),
    async (_values, changes) => {
      if (Object.keys(changes).length) account.value = (await api.PATCH("/v1/account", { body: /** @type {any} */ (changes) })).data;
      showToast(_("Saved."));
      return namesOf(account.value ?? person);
    },
    { keep: true },
  );
  return html`<${Form} form=${form}>
    <${Field} form=${form} name="name" label=${_("Your name")} autocomplete="name" optional=${!person.name} />
    <${Select} form=${form} name="locale" label=${_("Email language")} options=${panelSite.languages.map((tag) => [tag, ownName(tag)])} />
    <${Refusal} form=${form} shown=${["name", "locale"]} />
    <${Submit} form=${form}>${_("Save")}<//>
  <//>`;
}

function Password() {
  const empty = { currentPassword: "", newPassword: "", endOtherSessions: true };
  const form = useForm(empty, async (values) => {
    await api.POST("/v1/account/password", { body: values });
    form.reset(empty);
    showToast(_("Your password is changed."));
  }, { fieldErrors: { invalid_credentials: () => ["currentPassword", _("The password is wrong.")] } });
  return html`<${Form} form=${form} label=${_("Password")}>
    <${Field} form=${form} name="currentPassword" type="password" label=${_("Current password")} autocomplete="current-password" />
    <${NewPassword} form=${form} name="newPassword" label=${_("New password")} />
    <${Check} form=${form} name="endOtherSessions" label=${_("Sign out everywhere else")} />
    <${Refusal} form=${form} shown=${["currentPassword", "newPassword"]} />
    <${Submit} form=${form} class="">${_("Change password")}<//>
  <//>`;
}

/** @param {{person: import("../lib/people.js").Account}} props */
function Codes({ person }) {
  const [codes, setCodes] = useState(/** @type {string[] | null} */ (null));
  const [isDone, setDone] = useState(false);
  const form = useForm({ code: "" }, async ({ code }) => {
    const { data } = await api.POST("/v1/account/backup-codes", { body: { code: bare(code) } });
    setCodes(data.backupCodes);
    form.reset({ code: "" });
    await findPeople();
  }, { fieldErrors: REAUTHENTICATION });
  const done = () => {
    setCodes(null);
    setDone(true);
  };
  if (codes) return html`<${BackupCodes} codes=${codes} onDone=${done} />`;
  const codesLeft = person.secondFactor.backupCodesLeft;
  return html`<p>${ngettext("{n} backup code is left.", "{n} backup codes are left.", codesLeft)} ${_("New codes replace all former ones.")}</p>
    <${Form} form=${form} label=${_("Backup codes")}>
      <${Field} form=${form} name="code" label=${_("Code from your authenticator")} class="code" inputmode="numeric" autocomplete="one-time-code" autofocus=${isDone} />
      <${Refusal} form=${form} shown=${["code"]} />
      <${Submit} form=${form} class="">${_("Create new backup codes")}<//>
    <//>`;
}

function Sessions() {
  const sessions = useData(async () => (await api.GET("/v1/account/sessions")).data);
  const endOthers = async () => {
    await api.DELETE("/v1/account/sessions");
    // If a hand-off opened this session, the one that it came from stays too.
    showToast(_("You are now signed in on this device only."));
    await sessions.reload();
  };
  /** @param {any} session */
  const end = async (session) => {
    await api.DELETE("/v1/account/sessions/{sessionId}", { params: { path: { sessionId: session.id } } });
    showToast(_("The device is signed out."));
    await sessions.reload();
  };
  return html`<${Loaded} of=${sessions}>
    ${(/** @type {any[]} */ listed) => html`<${Table} caption=${_("Sessions")} head=${[_("Device"), _("Workspace"), _("Last used"), _("Since"), ""]}>
        ${listed.map(
          (session) => html`<tr key=${session.id}>
            <th scope="row">${session.userAgent ?? _("not known")} ${session.current && html`<${Badge} kind="good">${_("this one")}<//>`}</th>
            <td>${session.organization?.name ?? _("Account")}</td>
            <td>${session.lastUsedAt ? ago(session.lastUsedAt) : "–"}</td>
            <td><${When} day at=${session.createdAt} /></td>
            <td>
              ${!session.current &&
              html`<${Asking} title=${_("Sign out this device?")} question=${_("The person using it has to sign in again.")} confirm=${_("Sign out")} label=${_("Sign out: {device}, {when}", { device: session.userAgent ?? _("not known"), when: instant(session.createdAt) })} onConfirm=${() => end(session)}>${_("Sign out")}<//>`}
            </td>
          </tr>`,
        )}
      <//>
      ${listed.length > 1 &&
      html`<p>
        <${Asking} title=${_("Sign out everywhere else?")} question=${_("You stay signed in on this device only.")} confirm=${_("Sign out everywhere else")} onConfirm=${endOthers}>${_("Sign out everywhere else")}<//>
      </p>`}`}
  <//>`;
}

function Delete() {
  const [open, setOpen] = useState(false);
  const empty = { password: "", code: "" };
  const form = useForm(empty, async ({ password, code }) => {
    await api.POST("/v1/account/delete", { body: { password, code: bare(code) } });
    await signOut({ leaving: true });
    location.assign("/");
    await left();
  }, { fieldErrors: REAUTHENTICATION });
  const close = () => {
    setOpen(false);
    form.reset(empty);
  };
  return html`<p>${_("This also deletes your memberships, sessions and second factor. Workspaces stay with their other owners.")}</p>
    <button type="button" class="danger" onClick=${() => setOpen(true)}>${_("Delete the account")}</button>
    <${Dialog} open=${open} title=${_("Delete the account")} question=${_("This cannot be undone.")} onClose=${close}>
      <${Form} form=${form}>
        <${Reauthentication} form=${form} />
        <${Refusal} form=${form} shown=${["password", "code"]} />
        <div class="actions">
          <${Submit} form=${form} class="danger">${_("Delete permanently")}<//>
          <button type="button" onClick=${close}>${_("Cancel")}</button>
        </div>
      <//>
    <//>`;
}

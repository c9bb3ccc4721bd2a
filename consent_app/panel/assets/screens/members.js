/** Members, their roles, and invitations. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { ROLES, account, findPeople, isAbove, mayChange, workspace } from "../lib/people.js";
import { leaveFor, panelSite } from "../lib/panel-site.js";
import { api, signOut } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Field, Form, Refusal, Select, Submit, useForm } from "../ui/forms.js";
import { Action, Asking, Heading, Loaded, Table, When } from "../ui/parts.js";
import { Unverified } from "../ui/unverified.js";
import { roleName } from "../ui/words.js";
import { html, useEffect, useRef, useState } from "../vendor.js";

export function Screen() {
  const members = useData(async () => (await api.GET("/v1/members")).data);
  const invitations = useData(async () => (await api.GET("/v1/invitations")).data);
  return html`<${Heading} title=${_("People")} lead=${_("Owners can do everything. Admins can do everything except change ownership and payment. Viewers can only read.")} />
    <${Loaded} of=${members}>
      ${(/** @type {any[]} */ listed) => html`<${Table} caption=${_("Members")} head=${[_("Name"), _("Role"), _("Since"), ""]}>
        ${listed.map((member) => html`<${MemberRow} key=${member.id} member=${member} onChanged=${members.reload} />`)}
      <//>`}
    <//>
    ${mayChange.value &&
    html`<h2>${_("Invite someone")}</h2>
      <${Unverified} />
      <${Invite} onInvited=${invitations.reload} />`}
    <h2>${_("Open invitations")}</h2>
    <${Loaded} of=${invitations} lines=${2}>
      ${(/** @type {any[]} */ pending) =>
        pending.length === 0
          ? html`<p class="quiet">${_("None.")}</p>`
          : html`<${Table} caption=${_("Open invitations")} head=${[_("Address"), _("Role"), _("Expires"), ""]}>
              ${pending.map(
                (invitation) => html`<tr key=${invitation.id}>
                  <th scope="row">${invitation.email}</th>
                  <td>${roleName(invitation.role)}</td>
                  <td><${When} day at=${invitation.expiresAt} /></td>
                  <td>${mayChange.value && !isAbove(invitation.role) && html`<${Revoke} invitation=${invitation} onChanged=${invitations.reload} />`}</td>
                </tr>`,
              )}
            <//>
            <p class="hint">${_("If an email did not arrive, invite the person again: the new link replaces the former one.")}</p>`}
    <//>`;
}

/** The roles that the person may grant: none above their own. @returns {[string, string][]} */
const grantableRoles = () =>
  ROLES.filter((other) => !isAbove(other)).map((grantable) => [grantable, roleName(grantable)]);

/** @param {{member: any, onChanged: () => Promise<void>}} props */
function MemberRow({ member, onChanged }) {
  const [chosen, setChosen] = useState(member.role);
  const select = useRef(/** @type {HTMLSelectElement | null} */ (null));
  const isChanged = useRef(false);
  const former = useRef(member.role);
  const self = member.userId === account.value?.id;
  const params = { path: { memberId: member.id } };
  const fixed = !mayChange.value || isAbove(member.role);
  useEffect(() => {
    // Also runs after the first paint, when another role may already be chosen.
    if (former.current === member.role) return;
    former.current = member.role;
    setChosen(member.role);
    // The button that had the focus goes.
    if (isChanged.current) select.current?.focus();
    isChanged.current = false;
  }, [member.role]);
  const change = async () => {
    await api.PATCH("/v1/members/{memberId}", { params, body: { role: chosen } });
    showToast(_("{name} is now: {role}.", { name: member.name ?? member.email, role: roleName(chosen) }));
    isChanged.current = true;
    if (self) await findPeople();
    await onChanged();
  };
  const remove = async () => {
    await api.DELETE("/v1/members/{memberId}", { params });
    showToast(_("{name} is no longer a member.", { name: member.name ?? member.email }));
    await onChanged();
  };
  const leave = async () => {
    await api.DELETE("/v1/members/{memberId}", { params });
    await signOut({ leaving: true });
    await leaveFor(`${panelSite.publicOrigin}/workspaces`);
  };
  return html`<tr>
    <th scope="row">${member.name ?? member.email}${self && html` <span class="quiet">(${_("you")})</span>`}<br /><span class="quiet">${member.email}</span></th>
    <td>
      ${fixed
        ? roleName(member.role)
        : html`<div class="actions">
            <select ref=${select} aria-label=${_("Role of {name}", { name: member.name ?? member.email })} value=${chosen} onChange=${(/** @type {any} */ event) => setChosen(event.target.value)}>
              ${grantableRoles().map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
            </select>
            ${chosen !== member.role && html`<${Change} name=${member.name ?? member.email} role=${chosen} self=${self} onChange=${change} />`}
          </div>`}
    </td>
    <td><${When} day at=${member.joinedAt} /></td>
    <td>
      ${self && html`<${Leave} onConfirm=${leave} />`}
      ${!self &&
      !fixed &&
      html`<${Asking}
        class="danger"
        title=${_("Remove {name}?", { name: member.name ?? member.email })}
        question=${_("Their sessions in this workspace end immediately. API keys that they created keep working.")}
        confirm=${_("Remove")}
        label=${_("Remove {name}", { name: member.name ?? member.email })}
        onConfirm=${remove}
        >${_("Remove")}<//
      >`}
    </td>
  </tr>`;
}

/** The button by which the person leaves the workspace. @param {{onConfirm: () => Promise<void>}} props */
const Leave = ({ onConfirm }) =>
  html`<${Asking}
    class="danger"
    title=${_("Leave {workspace}?", { workspace: workspace.value?.name ?? "" })}
    question=${_("You lose access immediately, and need an invitation to return. API keys that you created keep working.")}
    confirm=${_("Leave the workspace")}
    label=${_("Leave the workspace")}
    onConfirm=${onConfirm}
    >${_("Leave the workspace")}<//
  >`;

/**
 * The button that changes a role to the chosen one: moving through a list with the keyboard changes nothing.
 * @param {{name: string, role: string, self: boolean, onChange: () => Promise<void>}} props
 */
function Change({ name, role, self, onChange }) {
  const label = _("Change the role of {name} to {role}", { name, role: roleName(role) });
  if (!self) return html`<${Action} label=${label} onPress=${onChange}>${_("Change")}<//>`;
  return html`<${Asking}
    title=${_("Give up your role?")}
    question=${_("Your role will be: {role}. Only someone else can give you your current role back.", { role: roleName(role) })}
    confirm=${_("Change my role")}
    label=${label}
    onConfirm=${onChange}
    >${_("Change")}<//
  >`;
}

/** @param {{onInvited: () => Promise<void>}} props */
function Invite({ onInvited }) {
  const form = useForm({ email: "", role: "viewer" }, async ({ email, role }) => {
    await api.POST("/v1/invitations", { body: { email, role: /** @type {any} */ (role) } });
    form.reset({ email: "", role });
    showToast(_("The invitation was sent to {email}.", { email }));
    await onInvited();
  });
  return html`<${Form} form=${form}>
    <${Field} form=${form} name="email" type="email" label=${_("Email address")} autocomplete="off" />
    <${Select} form=${form} name="role" label=${_("Role")} options=${grantableRoles()} />
    <${Refusal} form=${form} shown=${["email", "role"]} />
    <${Submit} form=${form}>${_("Send the invitation")}<//>
  <//>`;
}

/** @param {{invitation: any, onChanged: () => Promise<void>}} props */
function Revoke({ invitation, onChanged }) {
  const revoke = async () => {
    await api.DELETE("/v1/invitations/{invitationId}", { params: { path: { invitationId: invitation.id } } });
    showToast(_("The invitation for {email} is revoked.", { email: invitation.email }));
    await onChanged();
  };
  return html`<${Asking}
    title=${_("Revoke the invitation?")}
    question=${_("The link in the email to {email} stops working.", { email: invitation.email })}
    confirm=${_("Revoke")}
    label=${_("Revoke the invitation for {email}", { email: invitation.email })}
    onConfirm=${revoke}
    >${_("Revoke")}<//
  >`;
}

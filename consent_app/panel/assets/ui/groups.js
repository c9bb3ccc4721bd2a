/** Creating, renaming and deleting groups of domains. Their domains stay. */
import { showToast } from "../lib/announce.js";
import { number } from "../lib/format.js";
import { mayChange } from "../lib/people.js";
import { here, setQuery } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { html, useState } from "../vendor.js";
import { Field, Form, Refusal, Submit, useForm } from "./forms.js";
import { Asking, Dialog, Loaded, Table } from "./parts.js";

/** @param {{groups: {data?: any, problem?: any, busy: boolean, reload: () => Promise<void>}}} props */
export function Groups({ groups }) {
  const [renamed, setRenamed] = useState(/** @type {any} */ (null));
  const form = useForm({ name: "" }, async ({ name }) => {
    await api.POST("/v1/domain-groups", { body: { name } });
    form.reset({ name: "" });
    showToast(_("The group is created."));
    await groups.reload();
  });
  /** @param {any} group */
  const remove = async (group) => {
    await api.DELETE("/v1/domain-groups/{groupId}", { params: { path: { groupId: group.id } } });
    if (here.value.query.get("groupId") === group.id) setQuery({ groupId: null });
    showToast(_("The group is deleted. Its domains are still there."));
    await groups.reload();
  };
  return html`<h2>${_("Groups")}</h2>
    <${Loaded} of=${groups} lines=${2}>
      ${(/** @type {any[]} */ all) =>
        all.length === 0
          ? html`<p class="quiet">${_("No groups yet. Use groups to find the domains of a brand or a client together.")}</p>`
          : html`<${Table} caption=${_("Groups")} head=${mayChange.value ? [_("Name"), _("Domains"), ""] : [_("Name"), _("Domains")]}>
              ${all.map(
                (group) => html`<tr key=${group.id}>
                  <th scope="row">${group.name}</th>
                  <td>${number(group.domains)}</td>
                  ${mayChange.value &&
                  html`<td><div class="actions">
                    <button type="button" aria-label=${_("Rename {group}", { group: group.name })} onClick=${() => setRenamed(group)}>${_("Rename")}</button>
                    <${Asking}
                      title=${_("Delete {group}?", { group: group.name })}
                      question=${ngettext("It contains {n} domain, which stays.", "It contains {n} domains, which stay.", group.domains)}
                      confirm=${_("Delete the group")}
                      label=${_("Delete {group}", { group: group.name })}
                      onConfirm=${() => remove(group)}
                      >${_("Delete")}<//
                    >
                  </div></td>`}
                </tr>`,
              )}
            <//>`}
    <//>
    ${mayChange.value &&
    html`<${Form} form=${form} label=${_("New group")}>
        <${Field} form=${form} name="name" label=${_("Name of the new group")} autocomplete="off" />
        <${Refusal} form=${form} shown=${["name"]} />
        <${Submit} form=${form} class="">${_("Create group")}<//>
      <//>
      <${Dialog} open=${renamed !== null} title=${_("Rename the group")} onClose=${() => setRenamed(null)}>
        <${Rename} group=${renamed} onCancel=${() => setRenamed(null)} onDone=${async () => {
          setRenamed(null);
          showToast(_("Saved."));
          await groups.reload();
        }} />
      <//>`}`;
}

/** @param {{group: any, onCancel: () => void, onDone: () => Promise<void>}} props */
function Rename({ group, onCancel, onDone }) {
  const form = useForm({ name: group.name }, async ({ name }) => {
    await api.PATCH("/v1/domain-groups/{groupId}", { params: { path: { groupId: group.id } }, body: { name } });
    await onDone();
  });
  return html`<${Form} form=${form}>
    <${Field} form=${form} name="name" label=${_("Name")} autocomplete="off" autofocus />
    <${Refusal} form=${form} shown=${["name"]} />
    <div class="actions">
      <${Submit} form=${form}>${_("Save")}<//>
      <button type="button" onClick=${onCancel}>${_("Cancel")}</button>
    </div>
  <//>`;
}

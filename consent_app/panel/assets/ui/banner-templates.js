/** Templates: named banners that can be applied to many domains. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { etagOf } from "../lib/etag.js";
import { allDomains } from "../lib/domains.js";
import { shownHostname } from "../lib/hostnames.js";
import { mayChange } from "../lib/people.js";
import { api } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { html, useId, useRef, useState } from "../vendor.js";
import { Check, Field, Form, Refusal, Submit, useForm } from "./forms.js";
import { Asking, Dialog, Loaded, Table, When } from "./parts.js";

/**
 * @param {{domainId: string, content: () => any, mayReplace: () => boolean, onApplied: () => Promise<void>}} props
 * `content` returns the editor's banner; `mayReplace` asks before unsaved changes to it are lost;
 * `onApplied`: called when this domain's draft was replaced
 */
export function Templates({ domainId, content, mayReplace, onApplied }) {
  const [applied, setApplied] = useState(/** @type {any} */ (null));
  const templates = useData(async () => (await api.GET("/v1/banner-templates")).data);
  const form = useForm({ name: "" }, async ({ name }) => {
    await api.POST("/v1/banner-templates", { body: { name, banner: content() } });
    form.reset({ name: "" });
    showToast(_("The template is saved."));
    await templates.reload();
  });
  /** @param {any} template */
  const update = async ({ id }) => {
    const params = { path: { templateId: id } };
    const now = await api.GET("/v1/banner-templates/{templateId}", { params });
    await api.PUT("/v1/banner-templates/{templateId}", { params: { ...params, header: { "If-Match": etagOf(now) } }, body: { name: now.data.name, banner: content() } });
    showToast(_("The template is saved."));
    await templates.reload();
  };
  /** @param {any} template */
  const remove = async (template) => {
    await api.DELETE("/v1/banner-templates/{templateId}", { params: { path: { templateId: template.id } } });
    showToast(_("The template is deleted."));
    await templates.reload();
  };
  return html`<h2>${_("Templates")}</h2>
    <${Loaded} of=${templates} lines=${2}>
      ${(/** @type {any[]} */ templates) =>
        templates.length === 0
          ? html`<p class="quiet">${_("No templates yet. Save this banner as one to use it on other domains.")}</p>`
          : html`<${Table} caption=${_("Templates")} head=${mayChange.value ? [_("Name"), _("Changed"), ""] : [_("Name"), _("Changed")]}>
              ${templates.map(
                (template) => html`<tr key=${template.id}>
                  <th scope="row">${template.name}</th>
                  <td><${When} day at=${template.updatedAt} /></td>
                  ${mayChange.value &&
                  html`<td><div class="actions">
                    <button type="button" aria-label=${_("Apply {template}", { template: template.name })} onClick=${() => setApplied(template)}>${_("Apply")}</button>
                    <${Asking}
                      title=${_("Update {template}?", { template: template.name })}
                      question=${_("The banner in this editor replaces it. Domains that have it keep their banners until you apply it again.")}
                      confirm=${_("Update the template")}
                      label=${_("Update {template}", { template: template.name })}
                      onConfirm=${() => update(template)}
                      >${_("Update")}<//
                    >
                    <${Asking}
                      title=${_("Delete {template}?", { template: template.name })}
                      question=${_("Domains that have it keep their banners.")}
                      confirm=${_("Delete the template")}
                      label=${_("Delete {template}", { template: template.name })}
                      onConfirm=${() => remove(template)}
                      >${_("Delete")}<//
                    >
                  </div></td>`}
                </tr>`,
              )}
            <//>`}
    <//>
    ${mayChange.value &&
    html`<${Form} form=${form} label=${_("New template")}>
        <${Field} form=${form} name="name" label=${_("Name of the new template")} autocomplete="off" />
        <${Refusal} form=${form} shown=${["name", "banner"]} />
        <${Submit} form=${form} class="">${_("Save this banner as a template")}<//>
      <//>
      <${Dialog} loads open=${applied !== null} title=${_("Apply the template")} onClose=${() => setApplied(null)}>
        <${Apply} template=${applied} onCancel=${() => setApplied(null)} mayApply=${(/** @type {string[]} */ ids) => !ids.includes(domainId) || mayReplace()} onApplied=${async (/** @type {any[]} */ items) => {
          setApplied(null);
          showToast(ngettext("{n} domain has the template now.", "{n} domains have the template now.", items.length));
          if (items.some((item) => item.domainId === domainId)) await onApplied();
        }} />
      <//>`}`;
}

/** @param {{template: any, onCancel: () => void, mayApply: (domainIds: string[]) => boolean, onApplied: (items: any[]) => Promise<void>}} props */
function Apply({ template, onCancel, mayApply, onApplied }) {
  const domains = useData(allDomains);
  const initial = { domainIds: /** @type {string[]} */ ([]), publish: false, replaceDrafts: false };
  // The errors are those of what was sent, whatever is chosen since.
  const sent = useRef(initial.domainIds);
  const form = useForm(initial, async ({ domainIds, publish, replaceDrafts }) => {
    if (!mayApply(domainIds)) return;
    sent.current = domainIds;
    const params = { path: { templateId: template.id } };
    const body = { domainIds, publish, replaceDrafts };
    const { data } = await api.POST("/v1/banner-templates/{templateId}/apply", { params, body });
    await onApplied(data.items);
  });
  const chosen = form.values.domainIds;
  const id = useId();
  const error = form.fieldError("domainIds") && id;
  /** @param {string} id */
  const toggle = (id) => form.set("domainIds", chosen.includes(id) ? chosen.filter((chosenId) => chosenId !== id) : [...chosen, id]);
  return html`<${Form} form=${form}>
    <${Loaded} of=${domains} lines=${3}>
      ${(/** @type {any[]} */ items) => html`<fieldset class="choices">
        <legend>${_("Domains")}</legend>
        ${items.map((item) => html`<${Domain} key=${item.id} hostname=${shownHostname(item.hostname)} checked=${chosen.includes(item.id)} fieldError=${form.fieldError(`domainIds/${sent.current.indexOf(item.id)}`)} error=${error} toggle=${() => toggle(item.id)} />`)}
      </fieldset>`}
    <//>
    ${error && html`<div class="field"><p class="field-error" id=${id}>${_("Choose a domain.")}</p></div>`}
    <${Check} form=${form} name="publish" label=${_("Publish it immediately")} hint=${_("Otherwise it becomes the draft of each.")} />
    <${Check} form=${form} name="replaceDrafts" label=${_("Replace existing drafts")} />
    <${Refusal} form=${form} shown=${["domainIds"]} />
    <div class="actions">
      <${Submit} form=${form}>${ngettext("Apply to {n} domain", "Apply to {n} domains", chosen.length)}<//>
      <button type="button" onClick=${onCancel}>${_("Cancel")}</button>
    </div>
  <//>`;
}

/**
 * @param {{hostname: string, checked: boolean, fieldError: string | undefined, error: string | undefined, toggle: () => void}} props
 * `error`: the id of the error of all domains
 */
function Domain({ hostname, checked, fieldError, error, toggle }) {
  const id = useId();
  return html`<label class="choice">
      <input type="checkbox" checked=${checked} aria-invalid=${fieldError || error ? "true" : undefined} aria-describedby=${fieldError ? id : error} onChange=${toggle} />
      ${hostname}
    </label>
    ${fieldError && html`<p class="field-error" id=${id}>${hostname} ${fieldError}.</p>`}`;
}

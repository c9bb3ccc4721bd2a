/** The rule that applies to visitors from a chosen place, and overriding it. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { date } from "../lib/format.js";
import { mayChange } from "../lib/people.js";
import { api } from "../lib/session.js";
import { _, language } from "../lib/texts.js";
import { html, useId, useState } from "../vendor.js";
import { Check, Field, Form, Refusal, Select, Submit, useForm } from "./forms.js";
import { Asking, Dialog, Loaded } from "./parts.js";
import { choicesOf, SETTINGS } from "./setting-words.js";
import { categoryName } from "./words.js";

/** @param {{domainId: string, onChanged: () => void}} props `onChanged`: the score may differ now */
export function PlaceRule({ domainId, onChanged }) {
  const params = { path: { domainId } };
  const rules = useData(async () => (await api.GET("/v1/domains/{domainId}/rules", { params })).data, [domainId]);
  const [chosen, setChosen] = useState("eu");
  const id = useId();
  /** @param {string} text */
  const changed = async (text) => {
    showToast(text);
    onChanged();
    await rules.reload();
  };
  return html`<${Loaded} of=${rules}>
    ${(/** @type {any[]} */ choices) => {
      const rule = choices.find((offered) => offered.id === chosen) ?? choices[0];
      return html`<div class="field">
          <label for=${id}>${_("Rule for visitors in")}</label>
          <select id=${id} value=${rule.id} onChange=${(/** @type {any} */ event) => setChosen(event.target.value)}>
            ${choices.map((offered) => html`<option key=${offered.id} value=${offered.id}>${offered.name}</option>`)}
          </select>
        </div>
        <div aria-live="polite"><${Facts} rule=${rule} /></div>
        ${mayChange.value && html`<${Changes} key=${rule.id} domainId=${domainId} rule=${rule} onChanged=${changed} />`}`;
    }}
  <//>`;
}

/** @param {string[]} ids */
const listed = (ids) => ids.map(categoryName).join(", ");

/** @param {{rule: any}} props */
function Facts({ rule }) {
  const { override, applied } = rule;
  // An override of an earlier version of the rule.
  const isPartial = override && (override.model !== applied.model || override.exempt.length > applied.exempt.length);
  const reviewed = rule.verified ? _("reviewed on {date}", { date: date(rule.reviewedOn) }) : _("not confirmed by another source");
  return html`<dl class="facts">
    <dt>${_("Rule")}</dt>
    <dd>${SETTINGS.model?.[applied.model]}</dd>
    ${applied.exempt.length > 0
      ? html`<dt>${_("Needs no consent")}</dt><dd>${listed(applied.exempt)}</dd>`
      : rule.exempt.length > 0 &&
        html`<dt>${_("Exempt by law")}</dt><dd>${listed(rule.exempt)} <span class="quiet">(${_("once you declare that your services qualify")})</span></dd>`}
    ${override && html`<dt>${_("Set by your workspace")}</dt><dd>
        ${override.reason ?? date(override.changedAt)}
        ${isPartial && html`<p class="hint">${_("The rule has changed since. Until you save your change again, only what is stricter than the new rule applies.")}</p>`}
      </dd>`}
    <dt>${_("Privacy signal (GPC)")}</dt>
    <dd>${rule.gpcBinds ? _("is binding here") : _("is not binding here")}</dd>
    <dt>${_("Law")}</dt>
    <dd><span lang="en">${rule.source}</span> <span class="quiet">(${language === "en" ? "" : `${_("cited in English")}, `}${reviewed})</span></dd>
  </dl>`;
}

/** @param {{domainId: string, rule: any, onChanged: (text: string) => Promise<void>}} props */
function Changes({ domainId, rule, onChanged }) {
  const [open, setOpen] = useState(false);
  const restore = async () => {
    await api.DELETE("/v1/domains/{domainId}/rules/{ruleId}", { params: { path: { domainId, ruleId: rule.id } } });
    await onChanged(_("The rule of the law applies again."));
  };
  return html`<div class="actions">
      <button type="button" onClick=${() => setOpen(true)}>${_("Change this rule")}</button>
      ${rule.override &&
      html`<${Asking}
        title=${_("Follow the law again?")}
        question=${SETTINGS.model?.[rule.model]}
        confirm=${_("Remove the change")}
        onConfirm=${restore}
        >${_("Follow the law again")}<//
      >`}
    </div>
    <${Dialog} open=${open} title=${_("The rule for: {place}", { place: rule.name })} onClose=${() => setOpen(false)}>
      <${Override}
        domainId=${domainId}
        rule=${rule}
        onCancel=${() => setOpen(false)}
        onDone=${async () => {
          setOpen(false);
          await onChanged(_("Saved."));
        }}
      />
    <//>`;
}

/** @param {{domainId: string, rule: any, onCancel: () => void, onDone: () => Promise<void>}} props */
function Override({ domainId, rule, onCancel, onDone }) {
  const { applied, override } = rule;
  // What the law exempts, and what the workspace has declared by the API.
  const exemptible = [...new Set([...rule.exempt, ...applied.exempt])];
  const declared = Object.fromEntries(exemptible.map((id) => [id, applied.exempt.includes(id)]));
  const form = useForm(
    { model: applied.model, reason: override?.reason ?? "", ...declared },
    async (/** @type {any} */ values) => {
      const exempt = exemptible.filter((id) => values[id]);
      const reason = values.reason.trim();
      const body = { model: values.model, exempt, ...(reason && { reason }) };
      await api.PUT("/v1/domains/{domainId}/rules/{ruleId}", { params: { path: { domainId, ruleId: rule.id } }, body });
      await onDone();
    },
    { keep: true },
  );
  return html`<${Form} form=${form}>
    <${Select} form=${form} name="model" label=${_("How visitors are asked")} options=${choicesOf("model")} />
    ${exemptible.map(
      (id) => html`<${Check}
        key=${id}
        form=${form}
        name=${id}
        label=${_("{category}: no consent needed", { category: categoryName(id) })}
        hint=${rule.exempt.includes(id) ? _("You declare that your services qualify for the law's exemption.") : _("The law has no exemption for this.")}
      />`,
    )}
    <${Field}
      form=${form}
      name="reason"
      label=${_("Reason")}
      hint=${_("Required if this is less strict than the law. The audit log records it.")}
      multiline
      optional
      maxlength="500"
    />
    <${Refusal} form=${form} shown=${["model", "reason"]} />
    <div class="actions">
      <${Submit} form=${form}>${_("Save")}<//>
      <button type="button" onClick=${onCancel}>${_("Cancel")}</button>
    </div>
  <//>`;
}

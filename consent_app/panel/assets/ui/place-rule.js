/** The rule that applies to visitors from a chosen place. */
import { useData } from "../lib/data.js";
import { date } from "../lib/format.js";
import { api } from "../lib/session.js";
import { _, language } from "../lib/texts.js";
import { html, useId, useState } from "../vendor.js";
import { Loaded } from "./parts.js";
import { SETTINGS } from "./setting-words.js";

/** @param {{domainId: string}} props */
export function PlaceRule({ domainId }) {
  const params = { path: { domainId } };
  const rules = useData(async () => (await api.GET("/v1/domains/{domainId}/rules", { params })).data, [domainId]);
  const [chosen, setChosen] = useState("eu");
  const id = useId();
  return html`<${Loaded} of=${rules}>
    ${(/** @type {any[]} */ choices) => {
      const rule = choices.find((offered) => offered.id === chosen) ?? choices[0];
      return html`<div class="field">
          <label for=${id}>${_("Rule for visitors in")}</label>
          <select id=${id} value=${rule.id} onChange=${(/** @type {any} */ event) => setChosen(event.target.value)}>
            ${choices.map((offered) => html`<option key=${offered.id} value=${offered.id}>${offered.name}</option>`)}
          </select>
        </div>
        <div aria-live="polite"><${Facts} rule=${rule} /></div>`;
    }}
  <//>`;
}

/** @param {{rule: any}} props */
function Facts({ rule }) {
  const { override } = rule;
  return html`<dl class="facts">
    <dt>${_("Rule")}</dt>
    <dd>${SETTINGS.model?.[override?.model ?? rule.model]}</dd>
    ${override && html`<dt>${_("Set by your workspace")}</dt><dd>${override.reason ?? date(override.changedAt)}</dd>`}
    <dt>${_("Privacy signal (GPC)")}</dt>
    <dd>${rule.gpcBinds ? _("is binding here") : _("is not binding here")}</dd>
    <dt>${_("Law")}</dt>
    <dd><span lang="en">${rule.source}</span> <span class="quiet">(${language === "en" ? "" : `${_("cited in English")}, `}${_("reviewed on {date}", { date: date(rule.reviewedOn) })})</span></dd>
  </dl>`;
}

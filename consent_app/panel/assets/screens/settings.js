/** The workspace's settings: name, retention, data stored about visitors, plan. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { date, number } from "../lib/format.js";
import { openAccount } from "../lib/enter.js";
import { mayChange, role, workspace } from "../lib/people.js";
import { panelSite } from "../lib/panel-site.js";
import { api } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { Choices, Field, Form, Refusal, Submit, useForm } from "../ui/forms.js";
import { Action, Badge, Dialog, Heading, Loaded } from "../ui/parts.js";
import { SETTINGS } from "../ui/setting-words.js";
import { html, useState } from "../vendor.js";

export function Screen() {
  const current = workspace.value;
  const subscription = useData(async () => (await api.GET("/v1/billing/subscription")).data);
  return html`<${Heading} title=${_("Settings")} eyebrow=${current?.name} />
    ${current && html`<${WorkspaceForm} current=${current} />`}
    <h2>${_("Plan")}</h2>
    <${Loaded} of=${subscription}>${(/** @type {any} */ data) => html`<${Plan} subscription=${data} />`}<//>`;
}

/** @param {import("../lib/people.js").Workspace} workspace */
const valuesOf = ({ name, retentionMonths, visitorData }) => ({ name, retentionMonths: String(retentionMonths), visitorData });

/** @param {{current: import("../lib/people.js").Workspace}} props */
function WorkspaceForm({ current }) {
  const { leastRetentionMonths } = current;
  const [asking, setAsking] = useState(/** @type {HTMLFormElement | null} */ (null));
  const form = useForm(
    valuesOf(current),
    async (_values, { retentionMonths, ...others }) => {
      const body = { ...others, ...(retentionMonths && { retentionMonths: Number(retentionMonths) }) };
      if (Object.keys(body).length) workspace.value = (await api.PATCH("/v1/workspace", { body })).data;
      showToast(_("Saved."));
      return valuesOf(workspace.value ?? current);
    },
    { keep: true },
  );
  const months = Number(form.values.retentionMonths);
  /** Ask before receipts are deleted. @param {any} event */
  const submit = async (event) => {
    event.preventDefault();
    if (months >= leastRetentionMonths && months < current.retentionMonths) setAsking(event.currentTarget);
    else await form.submit(event);
  };
  const confirm = () => {
    setAsking(null);
    void form.submit(/** @type {any} */ ({ currentTarget: asking, preventDefault() {} }));
  };
  return html`<${Dialog} open=${asking !== null} title=${_("Delete older receipts?")} question=${ngettext("Receipts older than {n} month are deleted within a day, and from then on daily. They are your proof of what was decided, and cannot be restored.", "Receipts older than {n} months are deleted within a day, and from then on daily. They are your proof of what was decided, and cannot be restored.", months)} onClose=${() => setAsking(null)}>
      <div class="actions">
        <button type="button" class="danger" onClick=${confirm}>${_("Save and delete")}</button>
        <button type="button" autofocus onClick=${() => setAsking(null)}>${_("Cancel")}</button>
      </div>
    <//>
    <${Form} form=${{ ...form, submit }}>
    <fieldset class="choices" disabled=${!mayChange.value}>
      <legend class="said">${_("Settings")}</legend>
      <${Field} form=${form} name="name" label=${_("Name of the workspace")} />
      <${Field}
        form=${form}
        name="retentionMonths"
        type="number"
        min=${leastRetentionMonths}
        label=${_("Keep receipts for (months)")}
        hint=${_("At least {n}. Older receipts are deleted permanently.", { n: number(leastRetentionMonths) })}
      />
      <${Choices}
        form=${form}
        name="visitorData"
        label=${_("What is stored about visitors")}
        options=${[
          { value: "none", label: SETTINGS.visitorData?.none, hint: _("Neither hash nor browser. You cannot find all receipts of one visitor.") },
          { value: "reduced", label: SETTINGS.visitorData?.reduced, hint: _("Enough to find the receipts from one address. The hash is pseudonymous, not anonymous.") },
          { value: "full", label: SETTINGS.visitorData?.full, hint: _("A user agent can set one visitor apart from others at the same address.") },
        ]}
      />
    </fieldset>
    <${Refusal} form=${form} shown=${["name", "retentionMonths", "visitorData"]} />
    ${mayChange.value && html`<${Submit} form=${form}>${_("Save")}<//>`}
  <//>`;
}

/** @param {{subscription: any}} props */
function Plan({ subscription }) {
  const { plan, status, planEndsAt, currentPeriodEnd, cancelAtPeriodEnd, overdueSince, suspendsAt } = subscription;
  /** @type {Record<string, string>} */
  const names = { none: _("no payment"), trialing: _("on trial"), active: _("paid"), overdue: _("overdue"), ended: _("ended") };
  return html`<dl class="facts">
      <dt>${_("Plan")}</dt>
      <dd>${plan.name} <${Badge} kind=${status === "overdue" || status === "ended" ? "bad" : "quiet"}>${names[status] ?? status}<//></dd>
      <dt>${_("Domains")}</dt>
      <dd>${plan.domains === null ? _("without limit") : ngettext("{n} domain", "{n} domains", plan.domains)}</dd>
      ${planEndsAt && html`<dt>${_("Ends")}</dt><dd>${date(planEndsAt)}</dd>`}
      ${currentPeriodEnd && html`<dt>${cancelAtPeriodEnd ? _("Ends") : _("Renews")}</dt><dd>${date(currentPeriodEnd)}</dd>`}
      ${overdueSince && html`<dt>${_("Payment overdue since")}</dt><dd>${date(overdueSince)}</dd>`}
      ${suspendsAt && html`<dt>${_("Suspended on")}</dt><dd>${date(suspendsAt)}</dd>`}
    </dl>
    ${status === "overdue" && html`<p>${_("To pay in another way, such as with another card, an owner chooses the plan again. That replaces the former subscription.")}</p>`}
    ${role.value === "owner"
      ? html`<p><${Action} onPress=${() => openAccount(`/plans?workspace=${panelSite.slug}`)}>${_("See the plans")}<//></p>`
      : html`<p class="hint">${_("An owner of the workspace chooses its plan.")}</p>`}`;
}

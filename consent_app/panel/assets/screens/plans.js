/** The plans: what each covers and costs, and a link to the payment provider's page. */
import { useData } from "../lib/data.js";
import { price } from "../lib/format.js";
import { account } from "../lib/people.js";
import { left } from "../lib/panel-site.js";
import { here } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { Field, Form, Refusal, Select, Submit, useForm } from "../ui/forms.js";
import { Badge, Heading, Link, Loaded } from "../ui/parts.js";
import { html } from "../vendor.js";

/** @type {import("../lib/problems.js").FieldErrors} */
const FORBIDDEN = {
  // The service refuses both alike. Someone may have changed the role since the page was loaded.
  forbidden: () => [
    "orgSlug",
    _("Either the operator of this server suspended this workspace, and a payment does not resume it, or you are no longer its owner. Ask the operator or an owner."),
  ],
};

export function Screen() {
  const plans = useData(async () => (await api.GET("/v1/billing/plans")).data);
  return html`<${Heading}
      title=${_("Plans")}
      eyebrow=${html`<${Link} to="/workspaces">${_("Your workspaces")}<//>`}
      lead=${_("A plan covers a number of domains. Every plan includes everything else.")}
    />
    <${Loaded} of=${plans}>
      ${(/** @type {any[]} */ plans) =>
        plans.some((plan) => plan.available)
          ? html`<${Order} plans=${plans} />`
          : html`<div class="notice">
                <p><strong>${_("This server sells no plans.")}</strong></p>
                <p>${_("No payment provider is set up. The operator of this server sets each workspace's plan: ask them to change yours.")}</p>
              </div>
              <${Offer} plans=${plans} />`}
    <//>`;
}

/** @param {{plans: any[]}} props */
function Order({ plans }) {
  const owned = (account.value?.workspaces ?? []).filter((membership) => membership.role === "owner");
  const slug = here.value.query.get("workspace") ?? "";
  const isOwned = owned.some((membership) => membership.organization.slug === slug);
  const initial = {
    plan: plans.find((plan) => plan.available)?.id ?? "",
    orgSlug: isOwned ? slug : "",
    organizationName: "",
  };
  const form = useForm(initial, async ({ plan, orgSlug, organizationName }) => {
    const name = organizationName.trim();
    const body = { plan, ...(orgSlug ? { orgSlug } : name && { organizationName: name }) };
    const { data } = await api.POST("/v1/billing/checkout", { body });
    location.assign(data.checkoutUrl);
    await left();
  }, { fieldErrors: FORBIDDEN });
  // Nobody is to pay for a new workspace who came to pay for this one.
  if (slug && !isOwned)
    return html`<div class="notice warn"><p>${_("An owner of the workspace chooses its plan.")}</p></div>
      <p><${Link} to="/plans">${_("A new workspace")}<//></p>`;
  return html`<${Form} form=${form}>
    <${Offer} plans=${plans} form=${form} />
    <${Select}
      form=${form}
      name="orgSlug"
      label=${_("Workspace")}
      options=${[["", _("A new workspace")], ...owned.map(({ organization }) => [organization.slug, organization.name])]}
    />
    ${!form.values.orgSlug && html`<${Field} form=${form} name="organizationName" label=${_("Name of the workspace")} optional />`}
    <${Refusal} form=${form} shown=${["plan", "orgSlug", "organizationName"]} />
    <p class="hint">${_("You pay on our payment provider's page. Nothing changes until you have paid.")}</p>
    <${Submit} form=${form}>${_("Go on to payment")}<//>
  <//>`;
}

/** @param {{plans: any[], form?: any}} props `form`: the form that chooses one of them */
function Offer({ plans, form }) {
  return html`<fieldset class="choices">
    <legend>${_("Plan")}</legend>
    <ul class="plans">
      ${plans.map(
        (plan) => html`<li class="card" key=${plan.id}>
          ${form && plan.available
            ? html`<label class="choice">
                <input type="radio" name="plan" value=${plan.id} checked=${form.values.plan === plan.id} onChange=${() => form.set("plan", plan.id)} />
                <strong>${plan.name}</strong>
              </label>`
            : html`<strong>${plan.name}</strong>${form && html` <${Badge}>${_("not available here")}<//>`}`}
          <p>${plan.domains === null ? _("Unlimited domains") : ngettext("{n} domain", "{n} domains", plan.domains)}</p>
          ${plan.price && html`<p class="quiet">${priceOf(plan.price)}</p>`}
        </li>`,
      )}
    </ul>
  </fieldset>`;
}

/** @param {{amount: number, currency: string, interval: "month" | "year"}} cost */
function priceOf({ amount, currency, interval }) {
  const value = price(amount, currency);
  return interval === "month" ? _("{price} a month", { price: value }) : _("{price} a year", { price: value });
}

/** The workspaces of an account, and how to get one. */
import { enterWorkspace, follow } from "../lib/enter.js";
import { account } from "../lib/people.js";
import { here } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Field, Form, Refusal, Submit, useForm } from "../ui/forms.js";
import { Action, Badge, Heading, Link } from "../ui/parts.js";
import { Unverified } from "../ui/unverified.js";
import { roleName } from "../ui/words.js";
import { html } from "../vendor.js";

export function Screen() {
  const workspaces = account.value?.workspaces ?? [];
  const isNew = here.value.query.has("new");
  return html`<${Heading}
      title=${workspaces.length ? _("Your workspaces") : _("Create your workspace")}
      eyebrow=${isNew && !workspaces.length ? _("Step 3 of 3") : account.value?.email}
      lead=${workspaces.length ? null : _("A workspace holds your domains, their banners and what visitors decided.")}
    />
    <${Unverified} />
    ${workspaces.length > 0 &&
    html`<ul class="doors">
      ${workspaces.map(
        ({ organization, role, suspended }) => html`<li key=${organization.id}>
          <span>
            <strong>${organization.name}</strong>
            <span class="quiet">${roleName(role)}</span>
            ${suspended && html`<${Badge} kind="warn">${_("suspended")}<//>`}
          </span>
          ${suspended && role === "owner" && html`<${Link} to=${`/plans?workspace=${organization.slug}`}>${_("Choose a plan")}<//>`}
          <${Action} class="primary" onPress=${() => enterWorkspace(organization.slug)} label=${_("Open {workspace}", { workspace: organization.name })}>
            ${_("Open")}
          <//>
        </li>`,
      )}
    </ul>`}
    ${workspaces.length === 0 && html`<${Create} />`}
    ${workspaces.length > 0 && html`<p><${Link} to="/plans">${_("Plans, and another workspace")}<//></p>`}`;
}

function Create() {
  const form = useForm({ organizationName: "" }, async ({ organizationName }) => {
    const name = organizationName.trim();
    const { data } = await api.POST("/v1/billing/demo", { body: name ? { organizationName: name } : {} });
    await follow(data.handoff);
  });
  return html`<${Form} form=${form}>
    <${Field}
      form=${form}
      name="organizationName"
      label=${_("Name of the workspace")}
      hint=${_("If you leave it empty, the workspace is named after your organization or your address.")}
      optional
    />
    <${Refusal} form=${form} shown=${["organizationName"]} />
    <${Submit} form=${form}>${_("Create workspace")}<//>
  <//>`;
}

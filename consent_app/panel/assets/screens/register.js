/** Registering: an account, its second factor, its first workspace. */
import { panelSite } from "../lib/panel-site.js";
import { go } from "../lib/router.js";
import { anyone, keepSession } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { NewPassword } from "../ui/fields.js";
import { Field, Form, Refusal, Submit, useForm } from "../ui/forms.js";
import { Heading, Link } from "../ui/parts.js";
import { Providers } from "../ui/providers.js";
import { SecondFactor } from "../ui/second-factor.js";
import { html, useState } from "../vendor.js";

const FIELDS = ["name", "organizationName", "email", "password"];

export function Screen() {
  const [challenge, setChallenge] = useState(/** @type {any} */ (null));
  const form = useForm({ name: "", organizationName: "", email: "", password: "" }, async (values) => {
    const { email, password } = values;
    const name = values.name.trim();
    const organizationName = values.organizationName.trim();
    const body = { email, password, ...(name && { name }), ...(organizationName && { organizationName }) };
    const { data } = await anyone.POST("/v1/auth/register", { body });
    setChallenge(data);
  });
  /** @param {any} newSession */
  const enter = async (newSession) => {
    await keepSession(newSession);
    go("/workspaces?new=1", { replace: true });
  };
  if (challenge) {
    return html`<${Heading} title=${_("Create an account")} eyebrow=${_("Step 2 of 3")} />
      <${SecondFactor} challenge=${challenge} onDone=${enter} onAgain=${() => go("/sign-in")} />`;
  }
  if (panelSite.signup !== "open") {
    return html`<${Heading} title=${_("Create an account")} />
      <p>${_("Registration is closed on this server. Ask its operator, or someone who has a workspace here, to invite you.")}</p>
      <p><${Link} to="/sign-in">${_("Sign in")}<//></p>`;
  }
  return html`<${Heading}
      title=${_("Create an account")}
      eyebrow=${_("Step 1 of 3")}
      lead=${_("In five minutes, you will have a banner on your site.")}
    />
    <${Form} form=${form}>
      <${Field} form=${form} name="name" label=${_("Your name")} autocomplete="name" optional autofocus />
      <${Field}
        form=${form}
        name="organizationName"
        label=${_("Organization")}
        hint=${_("This becomes the workspace's name. You can change it later.")}
        autocomplete="organization"
        optional
      />
      <${Field} form=${form} name="email" type="email" label=${_("Email address")} autocomplete="username" />
      <${NewPassword} form=${form} name="password" label=${_("Password")} />
      <${Refusal} form=${form} shown=${FIELDS} />
      <${Submit} form=${form}>${_("Continue")}<//>
    <//>
    <${Providers} allowSignup />
    <p class="hint">${_("Already have an account?")} <${Link} to="/sign-in">${_("Sign in")}<//></p>`;
}

/** Asking for a link that sets a new password. */
import { anyone } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Field, Form, Refusal, Submit, useForm } from "../ui/forms.js";
import { Heading, Link } from "../ui/parts.js";
import { html, useState } from "../vendor.js";

export function Screen() {
  const [sentTo, setSentTo] = useState("");
  const form = useForm({ email: "" }, async ({ email }) => {
    await anyone.POST("/v1/auth/password-reset/request", { body: { email } });
    setSentTo(email);
  });
  if (sentTo) {
    return html`<${Heading} title=${_("Check your mailbox")} />
      <p>${_("If {email} has an account, we have sent a link to it. The link expires in 30 minutes.", { email: sentTo })}</p>
      <p><${Link} to="/sign-in">${_("Back to signing in")}<//></p>`;
  }
  return html`<${Heading}
      title=${_("Reset your password")}
      lead=${_("We send you a link that sets a new one. Your authenticator stays the same.")}
    />
    <${Form} form=${form}>
      <${Field} form=${form} name="email" type="email" label=${_("Email address")} autocomplete="username" autofocus />
      <${Refusal} form=${form} shown=${["email"]} />
      <${Submit} form=${form}>${_("Send the link")}<//>
    <//>`;
}

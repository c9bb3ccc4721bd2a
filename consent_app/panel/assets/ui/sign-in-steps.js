/** Signing in: the password, then the second factor, which is set up if there is none. */
import { panelSite } from "../lib/panel-site.js";
import { anyone } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html, useState } from "../vendor.js";
import { Field, Form, Refusal, Submit, useForm } from "./forms.js";
import { Providers } from "./providers.js";
import { SecondFactor } from "./second-factor.js";

/**
 * @param {{workspace: string | null, email?: string, to?: string | null, elsewhere?: boolean, onDone: (newSession: any) => Promise<void>, children?: any}} props
 * `to`: the path to continue at; `elsewhere`: links open in another tab; `children`: other ways to go, before the password is given
 */
export function SignInSteps({ workspace, email = "", to, elsewhere = false, onDone, children }) {
  const [challenge, setChallenge] = useState(/** @type {any} */ (null));
  const form = useForm({ email, password: "" }, async ({ email, password }) => {
    const { data } = workspace
      ? await anyone.POST("/v1/auth/login", { body: { email, password, orgSlug: workspace } })
      : await anyone.POST("/v1/auth/account-login", { body: { email, password } });
    setChallenge(data);
  });
  if (challenge) {
    return html`<${SecondFactor} challenge=${challenge} onDone=${onDone} onAgain=${() => setChallenge(null)} />`;
  }
  const forgot = `${panelSite.publicOrigin}/forgot`;
  return html`<${Form} form=${form}>
    <${Field} form=${form} name="email" type="email" label=${_("Email address")} autocomplete="username" autofocus=${!email} />
    <${Field}
      form=${form}
      name="password"
      type="password"
      label=${_("Password")}
      autocomplete="current-password"
      autofocus=${Boolean(email)}
    />
    <${Refusal} form=${form} shown=${["email", "password"]} />
    <${Submit} form=${form}>${_("Continue")}<//>
    <p class="hint"><a href=${forgot} target=${elsewhere ? "_blank" : undefined}>${_("Forgot your password?")}</a></p>
    <//>
    <${Providers} workspace=${workspace} to=${to} elsewhere=${elsewhere} />
    ${children}`;
}

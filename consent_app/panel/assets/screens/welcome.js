/** The public site's first page. */
import { panelSite } from "../lib/panel-site.js";
import { go } from "../lib/router.js";
import { session } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Heading, Link } from "../ui/parts.js";
import { html, useEffect } from "../vendor.js";

export function Screen() {
  useEffect(() => {
    if (session.value === "open") go("/workspaces", { replace: true });
  }, []);
  return html`<${Heading}
      title=${panelSite.product}
      lead=${_("Consent banners that your visitors understand, and a record of what they decided.")}
    />
    <div class="actions">
      <${Link} to="/sign-in" class="button primary">${_("Sign in")}<//>
      ${panelSite.signup === "open" && html`<${Link} to="/register" class="button">${_("Create an account")}<//>`}
    </div>`;
}

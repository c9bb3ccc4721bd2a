/** The identity providers that a sign-in page offers. */
import { panelSite } from "../lib/panel-site.js";
import { beginningUrl, leaveForProvider } from "../lib/provider.js";
import { _ } from "../lib/texts.js";
import { html } from "../vendor.js";
import { Action } from "./parts.js";

/**
 * @param {{workspace?: string | null, allowSignup?: boolean, to?: string | null, elsewhere?: boolean}} props
 * `elsewhere`: in another tab, so that nothing on this page is lost
 */
export function Providers({ workspace = null, allowSignup = false, to, elsewhere = false }) {
  if (!panelSite.providers.length) return null;
  return html`<div class="providers">
    <p class="or">${_("or")}</p>
    ${panelSite.providers.map(({ issuer, name }) => {
      const signIn = { issuer, workspace, allowSignup, to };
      const text = elsewhere ? _("Sign in with {provider} in another tab", { provider: name }) : _("Sign in with {provider}", { provider: name });
      // A workspace may have its own origin, but providers only return to the public one.
      return workspace || elsewhere
        ? html`<a key=${issuer} class="button" href=${beginningUrl(signIn)} target=${elsewhere ? "_blank" : undefined} rel="noopener">${text}</a>`
        : html`<${Action} key=${issuer} onPress=${() => leaveForProvider(signIn)}>
            ${allowSignup ? _("Continue with {provider}", { provider: name }) : text}
          <//>`;
    })}
  </div>`;
}

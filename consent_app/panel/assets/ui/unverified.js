/** The notice that the person's address is not verified. */
import { showToast } from "../lib/announce.js";
import { account } from "../lib/people.js";
import { panelSite } from "../lib/panel-site.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html } from "../vendor.js";
import { Action } from "./parts.js";

/** What the person cannot do yet, and the link again; nothing once the address is verified. */
export function Unverified() {
  if (!account.value || account.value.emailVerifiedAt) return null;
  const { email } = account.value;
  const resend = async () => {
    await api.POST("/v1/auth/email/resend", { body: { email } });
    showToast(_("A link is on its way to {email}.", { email }));
  };
  return html`<div class="notice">
    <p>
      <strong>${_("Your address is not verified yet.")}</strong>${" "}
      ${_("We sent a link to {email}. Until you open it, you can do everything but invite others, and you get no notifications by email.", { email })}
    </p>
    <p class="actions">
      <${Action} onPress=${resend}>${_("Send the link again")}<//>
      ${panelSite.mailbox && html`<a href=${panelSite.mailbox} target="_blank">${_("Open the development mailbox")}</a>`}
    </p>
  </div>`;
}

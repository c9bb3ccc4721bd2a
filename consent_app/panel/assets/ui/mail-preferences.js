/** The mail preferences for each workspace. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { explain } from "../lib/problems.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html, useRef, useState } from "../vendor.js";
import { Action, Loaded } from "./parts.js";

export function MailPreferences() {
  const preferences = useData(async () => (await api.GET("/v1/account/mail-preferences")).data);
  const [fault, setFault] = useState("");
  const sending = useRef(false);
  /** @param {any} body */
  const put = async (body) => {
    if (sending.current) return;
    sending.current = true;
    setFault("");
    try {
      preferences.set((await api.PUT("/v1/account/mail-preferences", { body })).data);
      showToast(_("Saved."));
    } catch (error) {
      setFault(explain(error).text);
      await preferences.reload();
    }
    sending.current = false;
  };
  return html`<${Loaded} of=${preferences}>
    ${(/** @type {any} */ data) => html`
      ${data.unsubscribed &&
      html`<div class="notice warn">
        <p>${_("You have unsubscribed {email} from all of these. Mails about your account are still sent.", { email: data.email })}</p>
        <${Action} onPress=${() => put({ subscribe: true })}>${_("Subscribe again")}<//>
      </div>`}
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
      ${data.workspaces.map(
        (/** @type {any} */ membership) => html`<fieldset class="choices" key=${membership.organization.id}>
          <legend>${membership.organization.name}</legend>
          ${membership.mails.map(
            (/** @type {any} */ mail) => html`<label class="choice" key=${mail.id}>
              <input
                type="checkbox"
                checked=${mail.enabled}
                onChange=${() =>
                  put({ workspaces: [{ organizationId: membership.organization.id, mails: [{ id: mail.id, enabled: !mail.enabled }] }] })}
              />
              ${mail.description}
            </label>`,
          )}
        </fieldset>`,
      )}
    `}
  <//>`;
}

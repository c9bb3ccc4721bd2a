/** The email preferences for each workspace. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { explain } from "../lib/problems.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html, useEffect, useRef, useState } from "../vendor.js";
import { Action, Loaded } from "./parts.js";

/** @typedef {Record<string, Record<string, boolean>>} Wanted what is chosen and not saved yet, by workspace and mail */

export function MailPreferences() {
  const preferences = useData(async () => (await api.GET("/v1/account/mail-preferences")).data);
  const [fieldError, setFieldError] = useState("");
  const [isBack, setIsBack] = useState(false);
  const message = useRef(/** @type {HTMLElement | null} */ (null));
  // The button that had the focus goes.
  useEffect(() => message.current?.focus(), [isBack]);
  const [wanted, setWanted] = useState(/** @type {Wanted} */ ({}));
  const newest = useRef(wanted);
  const sending = useRef(false);
  /** @param {Wanted} next */
  const want = (next) => setWanted((newest.current = next));
  /** @param {any} body */
  const put = async (body) => {
    const { data } = await api.PUT("/v1/account/mail-preferences", { body });
    preferences.set(data);
    return data;
  };
  const subscribe = async () => {
    await put({ subscribe: true });
    setIsBack(true);
  };
  /** Save what is wanted, and after that what was chosen in the meantime. @param {any} saved */
  const save = async (saved) => {
    if (sending.current) return;
    sending.current = true;
    setFieldError("");
    try {
      for (let changes = changesOf(saved, newest.current); changes.length; changes = changesOf(saved, newest.current)) {
        saved = await put({ workspaces: changes });
        showToast(_("Saved."));
      }
    } catch (error) {
      setFieldError(explain(error).text);
      await preferences.reload();
    }
    want({});
    sending.current = false;
  };
  /** @param {any} data @param {string} organizationId @param {string} mailId @param {boolean} enabled */
  const choose = (data, organizationId, mailId, enabled) => {
    want({ ...newest.current, [organizationId]: { ...newest.current[organizationId], [mailId]: enabled } });
    void save(data);
  };
  return html`<${Loaded} of=${preferences}>
    ${(/** @type {any} */ data) => html`
      ${data.unsubscribed &&
      html`<div class="notice warn">
        <p>${_("You have unsubscribed {email} from all of these. Emails about your account are still sent.", { email: data.email })}</p>
        ${data.emailVerified
          ? html`<${Action} onPress=${subscribe}>${_("Subscribe again")}<//>`
          : html`<p>${_("To subscribe again, first verify your email address: follow the link in our email.")}</p>`}
      </div>`}
      ${isBack &&
      html`<div class="notice good" tabindex="-1" ref=${message}>
        <p>${_("{email} gets the emails chosen below again.", { email: data.email })}</p>
      </div>`}
      ${fieldError && html`<p class="field-error" role="alert">${fieldError}</p>`}
      ${data.workspaces.map(
        (/** @type {any} */ { organization, mails }) => html`<fieldset class="choices" key=${organization.id}>
          <legend>${organization.name}</legend>
          ${mails.map(
            (/** @type {any} */ mail) => html`<label class="choice" key=${mail.id}>
              <input
                type="checkbox"
                checked=${wanted[organization.id]?.[mail.id] ?? mail.enabled}
                onChange=${(/** @type {any} */ event) => choose(data, organization.id, mail.id, event.target.checked)}
              />
              ${mail.description}
            </label>`,
          )}
        </fieldset>`,
      )}
    `}
  <//>`;
}

/**
 * Return the choices of each workspace that has unsaved changes. They include the unchanged ones, because
 * the service resets emails that are left out.
 * @param {any} saved @param {Wanted} wanted
 */
const changesOf = (saved, wanted) =>
  saved.workspaces.flatMap((/** @type {any} */ { organization, mails: former }) => {
    const mails = former.map((/** @type {any} */ { id, enabled }) => ({ id, enabled: wanted[organization.id]?.[id] ?? enabled }));
    const isChanged = mails.some((/** @type {any} */ mail, /** @type {number} */ index) => mail.enabled !== former[index].enabled);
    return isChanged ? [{ organizationId: organization.id, mails }] : [];
  });

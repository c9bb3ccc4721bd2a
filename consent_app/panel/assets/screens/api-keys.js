/** The API keys, which are shown once. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { ago, date } from "../lib/format.js";
import { mayChange } from "../lib/people.js";
import { panelSite } from "../lib/panel-site.js";
import { dirty } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Check, Field, Form, Refusal, Select, Submit, useForm } from "../ui/forms.js";
import { Asking, Copyable, Empty, Heading, Loaded, Table } from "../ui/parts.js";
import { html, useEffect, useId, useRef, useState } from "../vendor.js";

export function Screen() {
  const keys = useData(async () => (await api.GET("/v1/api-keys")).data);
  const [newKeys, setNewKeys] = useState(/** @type {any[]} */ ([]));
  return html`<${Heading} title=${_("API keys")} lead=${_("With a key, your own systems can read domains and receipts.")} />
    ${newKeys.map((newKey) => html`<${NewKey} key=${newKey.id} newKey=${newKey} onSaved=${() => setNewKeys((shown) => shown.filter(({ id }) => id !== newKey.id))} />`)}
    <${Loaded} of=${keys}>
      ${(/** @type {any[]} */ listed) =>
        listed.length === 0
          ? html`<${Empty} title=${_("No keys yet")}><p>${_("Create one for each system, so that you can revoke one without the others.")}</p><//>`
          : html`<${Table} caption=${_("API keys")} head=${[_("Name"), _("Prefix"), _("May read"), _("Last used"), _("Expires"), ""]}>
              ${listed.map((key) => html`<${KeyRow} key=${key.id} apiKey=${key} onChanged=${keys.reload} />`)}
            <//>`}
    <//>
    ${mayChange.value &&
    html`<h2>${_("Create a key")}</h2>
      <${Make}
        onMade=${async (/** @type {any} */ key) => {
          setNewKeys((shown) => [key, ...shown]);
          showToast(_("The key was created. Copy it now."));
          await keys.reload();
        }}
      />`}
    ${panelSite.guides && html`<p class="hint"><a href=${`${panelSite.service}/docs/`}>${_("The API's reference")}</a></p>`}`;
}

/** @param {{newKey: any, onSaved: () => void}} props */
function NewKey({ newKey, onSaved }) {
  const shown = useRef(/** @type {HTMLElement | null} */ (null));
  const self = useRef({}).current;
  useEffect(() => {
    shown.current?.focus();
    dirty.set(self, _("The key is shown only now. Leave the page without saving it?"));
    return () => void dirty.delete(self);
  }, []);
  return html`<div class="notice good" role="group" aria-label=${_("New key {name}", { name: newKey.name })} tabindex="-1" ref=${shown}>
    <p><strong>${_("Copy the key {name} now. It is shown only once.", { name: newKey.name })}</strong></p>
    <${Copyable} text=${newKey.key} label=${_("API key")} />
    <p class="hint">${_("Test it:")}</p>
    <${Copyable} block text=${`curl -H "Authorization: Bearer ${newKey.key}" ${panelSite.service}/v1/api/${newKey.scopes.includes("domains:read") ? "domains" : "consent-events"}`} label=${_("Command")} />
    <p><button type="button" onClick=${onSaved}>${_("I have saved it")}</button></p>
  </div>`;
}

/** @param {{apiKey: any, onChanged: () => Promise<void>}} props */
function KeyRow({ apiKey, onChanged }) {
  const revoke = async () => {
    await api.DELETE("/v1/api-keys/{apiKeyId}", { params: { path: { apiKeyId: apiKey.id } } });
    showToast(_("The key {name} is revoked.", { name: apiKey.name }));
    await onChanged();
  };
  /** @type {Record<string, string>} */
  const scopes = { "domains:read": _("Domains"), "consents:read": _("Receipts") };
  return html`<tr>
    <th scope="row">${apiKey.name}<br /><span class="quiet">${apiKey.createdBy?.email ?? _("a former member")}, ${date(apiKey.createdAt)}</span></th>
    <td><code>${apiKey.prefix}</code></td>
    <td>${apiKey.scopes.map((/** @type {string} */ scope) => scopes[scope] ?? scope).join(", ")}</td>
    <td>${apiKey.lastUsedAt ? ago(apiKey.lastUsedAt) : _("never")}</td>
    <td>${apiKey.expiresAt ? date(apiKey.expiresAt) : _("never")}</td>
    <td>
      ${mayChange.value &&
      html`<${Asking}
        class="danger"
        title=${_("Revoke {name}?", { name: apiKey.name })}
        question=${_("Anything that uses this key is refused immediately. This cannot be undone.")}
        confirm=${_("Revoke")}
        label=${_("Revoke {name}", { name: apiKey.name })}
        onConfirm=${revoke}
        >${_("Revoke")}<//
      >`}
    </td>
  </tr>`;
}

/** @param {{onMade: (key: any) => Promise<void>}} props */
function Make({ onMade }) {
  const empty = { name: "", domains: true, consents: true, days: "" };
  const form = useForm(
    empty,
    async ({ name, domains, consents, days }) => {
      /** @type {any[]} */
      const scopes = [...(domains ? ["domains:read"] : []), ...(consents ? ["consents:read"] : [])];
      const expiresAt = days ? new Date(Date.now() + Number(days) * 86400_000).toISOString() : null;
      const { data } = await api.POST("/v1/api-keys", { body: { name, scopes, expiresAt } });
      form.reset(empty);
      await onMade(data);
    },
    // Also while the service creates the key: the page that would show it must not be left unasked.
    { keep: true },
  );
  const id = useId();
  const error = form.fieldError("scopes") && id;
  return html`<${Form} form=${form}>
    <${Field} form=${form} name="name" label=${_("Name")} hint=${_("The system that uses it, for example “Data warehouse”.")} autocomplete="off" />
    <${Check} form=${form} name="domains" label=${_("May read domains")} error=${error} />
    <${Check} form=${form} name="consents" label=${_("May read receipts")} error=${error} />
    ${error && html`<div class="field"><p class="field-error" id=${id}>${_("Choose at least one of them.")}</p></div>`}
    <${Select}
      form=${form}
      name="days"
      label=${_("Expires")}
      options=${[["", _("never")], ["30", _("after 30 days")], ["90", _("after 90 days")], ["365", _("after a year")]]}
    />
    <${Refusal} form=${form} shown=${["name", "scopes"]} />
    <${Submit} form=${form}>${_("Create key")}<//>
  <//>`;
}

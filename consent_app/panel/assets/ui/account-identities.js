/** The identity providers that sign in to the account. */
import { showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html } from "../vendor.js";
import { Asking, Loaded, Table, When } from "./parts.js";

export function Identities() {
  const identities = useData(async () => (await api.GET("/v1/account/identities")).data);
  /** @param {any} identity */
  const unlink = async (identity) => {
    await api.DELETE("/v1/account/identities/{identityId}", { params: { path: { identityId: identity.id } } });
    showToast(_("{provider} no longer signs you in.", { provider: identity.provider }));
    await identities.reload();
  };
  return html`<${Loaded} of=${identities} lines=${2}>
    ${(/** @type {any[]} */ identities) =>
      identities.length === 0
        ? html`<p class="quiet">${_("None is linked. Signing in with an identity provider links it.")}</p>`
        : html`<${Table} caption=${_("Identity providers")} head=${[_("Provider"), _("Linked"), ""]}>
            ${identities.map(
              (identity) => html`<tr key=${identity.id}>
                <th scope="row">${identity.provider}</th>
                <td><${When} day at=${identity.linkedAt} /></td>
                <td>
                  <${Asking}
                    title=${_("Unlink {provider}?", { provider: identity.provider })}
                    question=${_("It no longer signs you in, unless you sign in with it again using the same address.")}
                    confirm=${_("Unlink")}
                    label=${_("Unlink {provider}", { provider: identity.provider })}
                    onConfirm=${() => unlink(identity)}
                    >${_("Unlink")}<//
                  >
                </td>
              </tr>`,
            )}
          <//>`}
  <//>`;
}

/** The account's security history: sign-ins, changes and refused attempts. */
import { asPage, extendRows, useData } from "../lib/data.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { html } from "../vendor.js";
import { Badge, LoadMore, Loaded, Table, When } from "./parts.js";
import { eventName } from "./event-words.js";
import { actorName } from "./words.js";

const LIMIT = 20;
const SHOWN_OF_HASH = 8;

/** @param {{person: import("../lib/people.js").Account}} props */
export function History({ person }) {
  const entries = useData(async () => await pageOf({}));
  const loadMore = () => extendRows(entries, (last) => pageOf({ cursor: last.id }));
  /** @param {string | null} id */
  const workspaceName = (id) =>
    id === null ? _("Account") : (person.workspaces.find((membership) => membership.organization.id === id)?.organization.name ?? _("a former workspace"));
  return html`<p class="hint">${_("Each network is shown as a code derived from its address, which is not stored: the same code means the same network. If you do not recognize an entry, change your password and sign out everywhere else.")}</p>
    <${Loaded} of=${entries} lines=${6}>
      ${(/** @type {any} */ data) => html`<${Table} caption=${_("Security history, newest first")} head=${[_("When"), _("What"), _("By"), _("In"), _("Network")]}>
          ${data.rows.map(
            (/** @type {any} */ entry) => html`<tr key=${entry.id}>
              <td><${When} at=${entry.at} /></td>
              <th scope="row">${eventName(entry.event)} ${entry.outcome === "refused" && html`<${Badge} kind="bad">${_("refused")}<//>`}</th>
              <td>${entry.actorKind === "user" ? _("you") : actorName(entry.actorKind)}</td>
              <td>${workspaceName(entry.organizationId)}</td>
              <td>${entry.addressHash ? html`<code>${entry.addressHash.slice(0, SHOWN_OF_HASH)}</code>` : "–"}</td>
            </tr>`,
          )}
        <//>
        ${data.more && html`<p><${LoadMore} onPress=${loadMore} /></p>`}`}
    <//>`;
}

/** @param {{cursor?: string}} query */
async function pageOf(query) {
  const { data } = await api.GET("/v1/account/security-events", { params: { query: { limit: LIMIT + 1, ...query } } });
  return asPage(data, LIMIT);
}

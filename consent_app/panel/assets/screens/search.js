/** What was found in the workspace: domains, people and receipts. */
import { announceCount } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { searchText, shownHostname } from "../lib/hostnames.js";
import { here } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Badge, Empty, Heading, Link, Loaded, Table } from "../ui/parts.js";
import { ReceiptTable } from "../ui/receipt-table.js";
import { STATUS_KIND, roleName, statusName } from "../ui/words.js";
import { html } from "../vendor.js";

/** Of what the service takes. */
const [MIN_CHARACTERS, MAX_CHARACTERS] = [2, 100];
/** The service returns no more of each. */
const MAX_RESULTS = 5;

/** @typedef {{domains: any[], members: any[], receipts: any[]}} Results */

/** @param {Results} results */
const countOf = ({ domains, members, receipts }) => domains.length + members.length + receipts.length;

export function Screen() {
  // Characters, not halves of one: the browser refuses to send those.
  const characters = [...searchText(here.value.query.get("q") ?? "")];
  if (characters.length < MIN_CHARACTERS) {
    return html`<${Heading} title=${_("Search")} />
      <${Empty} title=${_("Type two characters or more")}><${Hint} /><//>`;
  }
  return html`<${Found} q=${characters.slice(0, MAX_CHARACTERS).join("")} />`;
}

/** @param {{q: string}} props */
function Found({ q }) {
  const search = useData(
    async () => /** @type {Results} */ ((await api.GET("/v1/search", { params: { query: { q } } })).data),
    [q],
    (results) => announceCount(countOf(results)),
  );
  return html`<${Heading} title=${_("Results for “{q}”", { q })} />
    <${Loaded} of=${search}>
      ${(/** @type {Results} */ results) =>
        countOf(results) === 0
          ? html`<${Empty} title=${_("Nothing was found")}><${Hint} /><//>`
          : html`${results.domains.length > 0 && html`<${Domains} domains=${results.domains} q=${q} />`}
            ${results.members.length > 0 && html`<${People} members=${results.members} />`}
            ${results.receipts.length > 0 && html`<${Receipts} receipts=${results.receipts} q=${q} />`}`}
    <//>`;
}

const Hint = () =>
  html`<p>${_("You can search for part of a domain, of a person's name or email address, or of a visitor hash. To find a receipt by its id, type the whole id.")}</p>`;

/** @param {{domains: any[], q: string}} props */
const Domains = ({ domains, q }) =>
  html`<h2>${_("Domains")}</h2>
    <${Table} caption=${_("Domains")} head=${[_("Domain"), _("State")]}>
      ${domains.map(
        ({ id, hostname, status }) => html`<tr key=${id}>
          <th scope="row"><${Link} to=${`/domains/${id}`}>${shownHostname(hostname)}<//></th>
          <td><${Badge} kind=${STATUS_KIND[status]}>${statusName(status)}<//></td>
        </tr>`,
      )}
    <//>
    ${domains.length === MAX_RESULTS && html`<${All} path="/domains" q=${q}>${_("All domains that match")}<//>`}`;

/** @param {{members: any[]}} props */
const People = ({ members }) =>
  html`<h2>${_("People")}</h2>
    <${Table} caption=${_("People")} head=${[_("Name"), _("Address"), _("Role")]}>
      ${members.map(
        ({ id, name, email, role }) => html`<tr key=${id}>
          <th scope="row"><${Link} to="/members">${name ?? email}<//></th>
          <td>${email}</td>
          <td>${roleName(role)}</td>
        </tr>`,
      )}
    <//>`;

/** @param {{receipts: any[], q: string}} props */
const Receipts = ({ receipts, q }) =>
  html`<h2>${_("Receipts")}</h2>
    <${ReceiptTable} caption=${_("Receipts")} rows=${receipts} />
    ${receipts.length === MAX_RESULTS && html`<${All} path="/receipts" q=${q}>${_("All receipts that match")}<//>`}`;

/** @param {{path: string, q: string, children?: any}} props */
const All = ({ path, q, children }) => html`<p><${Link} to=${`${path}?${new URLSearchParams({ q })}`}>${children}<//></p>`;

/** The audit log: who did what, when, and with which outcome. */
import { announceRows, asPage, extendRows, useData } from "../lib/data.js";
import { allDomains } from "../lib/domains.js";
import { shownHostname } from "../lib/hostnames.js";
import { here } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { changeText } from "../ui/change-words.js";
import { EVENTS, eventName } from "../ui/event-words.js";
import { ClearFilters, FilterChoice, Filters } from "../ui/filters.js";
import { Badge, Empty, Heading, LoadMore, Loaded, Table, When } from "../ui/parts.js";
import { actorName } from "../ui/words.js";
import { html, useMemo } from "../vendor.js";

const LIMIT = 50;
const OPTIONS = Object.entries(EVENTS).sort(([, firstName], [, secondName]) => firstName.localeCompare(secondName));

export function Screen() {
  const { query } = here.value;
  const event = query.get("event") ?? "";
  const actorId = query.get("actorId") ?? "";
  const filters = { ...(event && { event }), ...(actorId && { actorId }) };
  const members = useData(async () => (await api.GET("/v1/members")).data);
  const groups = useData(async () => (await api.GET("/v1/domain-groups")).data);
  const domains = useData(allDomains);
  const names = useMemo(() => namesOf(domains.data ?? [], members.data ?? []), [domains.data, members.data]);
  const events = useData(async () => await pageOf(filters), [event, actorId], announceRows);
  const loadMore = () => extendRows(events, (last) => pageOf({ ...filters, cursor: last?.id }));
  return html`<${Heading} title=${_("Audit log")} lead=${_("Who did what and when, including refused attempts.")} />
    <${Filters} label=${_("Audit log")}>
      <${FilterChoice} name="event" label=${_("Event")} options=${OPTIONS} />
      <${FilterChoice} name="actorId" label=${_("Person")} options=${(members.data ?? []).map((member) => [member.userId, member.name ?? member.email])} />
    <//>
    <${Loaded} of=${events} lines=${8}>
      ${(/** @type {any} */ data) =>
        data.rows.length === 0
          ? html`<${Empty} title=${_("Nothing matches these filters")}><${ClearFilters} /><//>`
          : html`<${Table} caption=${_("Audit log, newest first")} head=${[_("When"), _("Event"), _("By"), _("What changed")]}>
                ${data.rows.map(
                  (/** @type {any} */ row) => html`<tr key=${row.id}>
                    <td><${When} at=${row.at} /></td>
                    <th scope="row">${eventName(row.event)}${row.outcome === "refused" && html` <${Badge} kind="bad">${_("refused")}<//>`}<${Subject} row=${row} names=${names} /></th>
                    <td class="any">${row.actorEmail ?? actorName(row.actorKind)}</td>
                    <td class="any">${row.detail.map((/** @type {any} */ change) => html`<div key=${change.name}>${changeText(change, groups.data ?? [])}</div>`)}</td>
                  </tr>`,
                )}
              <//>
              ${data.more && html`<p><${LoadMore} onPress=${loadMore} /></p>`}`}
    <//>`;
}

/**
 * Return the names of domains and members by their ids.
 * @param {any[]} domains @param {any[]} members
 * @returns {Map<string, string>}
 */
const namesOf = (domains, members) =>
  new Map([
    ...domains.map((domain) => /** @type {[string, string]} */ ([domain.id, shownHostname(domain.hostname)])),
    ...members.map((member) => /** @type {[string, string]} */ ([member.userId, member.name ?? member.email])),
  ]);

/** The domain or person that an event is about, unless its details say so. @param {{row: any, names: Map<string, string>}} props */
function Subject({ row, names }) {
  const name = names.get(row.subjectId);
  const isSaid = row.subjectId === row.actorId || row.detail.some((/** @type {any} */ change) => change.name === "hostname");
  return name && !isSaid ? html`<div class="hint">${name}</div>` : null;
}

/** @param {any} query */
async function pageOf(query) {
  const { data } = await api.GET("/v1/audit-events", { params: { query: { limit: LIMIT + 1, ...query } } });
  return asPage(data, LIMIT);
}

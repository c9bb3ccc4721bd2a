/** The workspace's domains, filtered by state, group and name, and how many more the plan covers. */
import { announceCount } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { number } from "../lib/format.js";
import { searchText, shownHostname } from "../lib/hostnames.js";
import { mayChange } from "../lib/people.js";
import { go, here } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { ClearFilters, FilterChoice, Filters, FilterText } from "../ui/filters.js";
import { Group, Region } from "../ui/fields.js";
import { Field, Form, Refusal, Submit, useForm } from "../ui/forms.js";
import { Groups } from "../ui/groups.js";
import { Badge, Dialog, Empty, Heading, Link, LoadMore, Loaded, Table } from "../ui/parts.js";
import { STATUS_KIND, regionName, statusName } from "../ui/words.js";
import { html, useState } from "../vendor.js";

const LIMIT = 50;

/** @param {{total: number}} page */
const announceTotal = ({ total }) => announceCount(total);

export function Screen() {
  const [adding, setAdding] = useState(false);
  const { query } = here.value;
  const status = query.get("status") ?? "";
  const q = searchText(query.get("q") ?? "");
  const groupId = query.get("groupId") ?? "";
  const filters = { ...(status && { status }), ...(q && { q }), ...(groupId && { groupId }) };
  const key = JSON.stringify(filters);
  const listed = useData(async () => await pageOf(filters), [key], announceTotal);
  const groups = useData(async () => (await api.GET("/v1/domain-groups")).data);
  const loadMore = () =>
    listed.extend(async (data) => {
      const next = await pageOf({ ...filters, cursor: data.items.at(-1)?.id });
      return { ...data, items: [...data.items, ...next.items] };
    }, announceTotal);
  return html`<${Heading}
      title=${_("Domains")}
      lead=${listed.data && allowanceText(listed.data.allowance)}
      actions=${mayChange.value &&
      html`<button type="button" class="primary" onClick=${() => setAdding(true)}>${_("Add a domain")}</button>`}
    />
    <${DomainFilters} groups=${groups.data ?? []} facets=${listed.data?.facets} />
    <${Loaded} of=${listed}>
      ${(/** @type {any} */ data) =>
        data.items.length === 0
          ? html`<${Empty} title=${key === "{}" ? _("No domains yet") : _("Nothing matches these filters")}>
              ${key === "{}" ? html`<p><${Link} to="/start">${_("Start with the first steps")}<//></p>` : html`<${ClearFilters} />`}
            <//>`
          : html`<${Table} caption=${_("Domains")} head=${[_("Domain"), _("State"), _("Score"), _("Visitors")]}>
                ${data.items.map(
                  (/** @type {any} */ domain) => html`<tr key=${domain.id}>
                    <th scope="row"><${Link} to=${`/domains/${domain.id}`}>${shownHostname(domain.hostname)}<//></th>
                    <td>
                      <${Badge} kind=${STATUS_KIND[domain.status]}>${statusName(domain.status)}<//>
                      ${domain.overAllowance && html` <${Badge} kind="bad">${_("on hold: over the plan")}<//>`}
                    </td>
                    <td>${number(domain.score)}</td>
                    <td>${regionName(domain.region)}</td>
                  </tr>`,
                )}
              <//>
              ${data.items.length < data.total &&
              html`<p class="actions">
                <span class="quiet">${_("{n} of {total}", { n: number(data.items.length), total: number(data.total) })}</span>
                <${LoadMore} onPress=${loadMore} />
              </p>`}`}
    <//>
    <${Groups} groups=${groups} />
    <${Dialog} open=${adding} title=${_("Add a domain")} onClose=${() => setAdding(false)}>
      <${AddDomain} groups=${groups.data ?? []} onCancel=${() => setAdding(false)} onAdded=${(/** @type {any} */ domain) => go(`/domains/${domain.id}`)} />
    <//>`;
}

/** @param {any} query */
async function pageOf(query) {
  return (await api.GET("/v1/domains", { params: { query: { limit: LIMIT, ...query } } })).data;
}

/** @param {{limit: number | null, used: number}} allowance */
function allowanceText({ limit, used }) {
  if (limit === null) return _("The plan covers any number of domains.");
  return ngettext("{n} of {limit} domains of the plan is used.", "{n} of {limit} domains of the plan are used.", used, { limit: number(limit) });
}

/** @param {{groups: any[], facets?: any}} props */
function DomainFilters({ groups, facets }) {
  /** @param {string} state */
  const counted = (state) => (facets ? `${statusName(state)} (${number(facets[state])})` : statusName(state));
  return html`<${Filters} label=${_("Domains")}>
    <${FilterText} name="q" label=${_("Name")} />
    <${FilterChoice}
      name="status"
      label=${_("State")}
      all=${facets ? `${_("All")} (${number(facets.all)})` : _("All")}
      options=${["pending", "verified", "failed"].map((status) => [status, counted(status)])}
    />
    ${groups.length > 0 &&
    html`<${FilterChoice} name="groupId" label=${_("Group")} options=${groups.map((group) => [group.id, group.name])} />`}
  <//>`;
}

/**
 * @param {{groups?: any[], onAdded: (domain: any) => void, onCancel?: () => void, button?: string}} props
 * `onCancel`: closes the dialog around it
 */
export function AddDomain({ groups = [], onAdded, onCancel, button }) {
  const form = useForm({ hostname: "", region: "", groupId: "" }, async ({ hostname, region, groupId }) => {
    const body = { hostname: bareHost(hostname), ...(region && { region }), ...(groupId && { groupId }) };
    onAdded((await api.POST("/v1/domains", { body: /** @type {any} */ (body) })).data);
  });
  return html`<${Form} form=${form}>
    <${Field}
      form=${form}
      name="hostname"
      label=${_("Address of the site")}
      hint=${_("For example www.example.com. You can also paste the address of a page.")}
      inputmode="url"
      autocapitalize="off"
      autocomplete="url"
      spellcheck=${false}
      autofocus
    />
    <${Region} form=${form} />
    ${groups.length > 0 &&
    html`<${Group} form=${form} groups=${groups} />`}
    <${Refusal} form=${form} shown=${["hostname", "region", "groupId"]} />
    <div class="actions">
      <${Submit} form=${form}>${button ?? _("Add domain")}<//>
      ${onCancel && html`<button type="button" onClick=${onCancel}>${_("Cancel")}</button>`}
    </div>
  <//>`;
}

/** @param {string} text a hostname or a page's address */
function bareHost(text) {
  const trimmed = text.trim();
  try {
    return new URL(/^\w+:\/\//.test(trimmed) ? trimmed : `https://${trimmed}`).hostname || trimmed;
  } catch {
    return trimmed;
  }
}

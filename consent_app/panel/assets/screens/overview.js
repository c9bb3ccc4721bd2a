/** The workspace at a glance: decisions, problems, and the score of each domain. */
import { announceCount, showToast } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { ago, instant, number, percent } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { workspace } from "../lib/people.js";
import { api } from "../lib/session.js";
import { countsOf, totalOf } from "../lib/statistics.js";
import { _, ngettext } from "../lib/texts.js";
import { Action, Badge, Empty, Heading, Link, Loaded, Table } from "../ui/parts.js";
import { Plot } from "../ui/plot.js";
import { STATUS_KIND, actionName, statusName } from "../ui/words.js";
import { html, useState } from "../vendor.js";

const DAYS = 30;
const MAX_SHOWN = 5;
/** How many notifications are loaded with the page, and with each press of the button. */
const LIMIT = 20;
const MORE = 100;

/** @param {{limit: number, cursor?: string}} query */
async function notificationsOf(query) {
  const { data, response } = await api.GET("/v1/notifications", { params: { query } });
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1];
  return { ...data, cursor: next && (new URL(next).searchParams.get("cursor") ?? undefined) };
}

export function Screen() {
  const domains = useData(async () => (await api.GET("/v1/domains", { params: { query: { limit: 100 } } })).data);
  const counts = useData(async () => await countsOf(DAYS, "action"));
  const feed = useData(async () => await notificationsOf({ limit: LIMIT }));
  const loadMore = () =>
    feed.extend(async ({ items, cursor }) => {
      const next = await notificationsOf({ limit: MORE, ...(cursor && { cursor }) });
      return { ...next, items: [...items, ...next.items] };
    }, ({ items }) => announceCount(items.length));
  const none = domains.data?.total === 0;
  // Loads from the top down, so that visible parts do not move.
  const counted = isHere(domains) && (none || isHere(counts));
  const fed = counted && isHere(feed);
  return html`<${Heading} title=${_("Overview")} eyebrow=${workspace.value?.name} lead=${feed.data ? html`<${Unread} n=${feed.data.unread} />` : "\u00a0"} />
    ${none
      ? html`<${Empty} title=${_("Welcome")}>
          <p>${_("In five minutes, you will have a banner on your site and the first decision on record.")}</p>
          <p><${Link} to="/start" class="button primary">${_("Start with the first steps")}<//></p>
        <//>`
      : html`<${Loaded} of=${isHere(domains) ? counts : {}} lines=${8}>${(/** @type {any} */ statistics) => html`<${Decisions} statistics=${statistics} />`}<//>`}
    ${counted &&
    !(none && feed.data?.items.length === 0) &&
    html`<h2 id="notifications" tabindex="-1">${_("Notifications")}</h2>
    <${Loaded} of=${feed}>
      ${(/** @type {any} */ notifications) =>
        notifications.items.length === 0
          ? html`<p class="quiet">${_("No notifications yet.")}</p>`
          : html`<${Feed} notifications=${notifications} set=${feed.set} loadMore=${loadMore} />`}
    <//>`}
    ${fed && !none &&
    html`<h2>${_("Domains")}</h2>
      <${Loaded} of=${domains}>
        ${(/** @type {any} */ page) => html`<${Table} caption=${_("Domains")} head=${[_("Domain"), _("State"), _("Score")]}>
          ${page.items.map(
            (/** @type {any} */ domain) => html`<tr key=${domain.id}>
              <th scope="row"><${Link} to=${`/domains/${domain.id}`}>${shownHostname(domain.hostname)}<//></th>
              <td><${Badge} kind=${STATUS_KIND[domain.status]}>${statusName(domain.status)}<//></td>
              <td class="whole"><meter min="0" max="100" value=${domain.score} aria-label=${_("Score of {hostname}", { hostname: shownHostname(domain.hostname) })}></meter> ${number(domain.score)}</td>
            </tr>`,
          )}
        <//>
        ${page.total > page.items.length && html`<p><${Link} to="/domains">${ngettext("All {n} domains", "All {n} domains", page.total)}<//></p>`}`}
      <//>`}`;
}

/** @param {{data?: unknown, problem?: unknown}} of */
const isHere = (of) => of.data !== undefined || !!of.problem;

/** What needs attention, which is further down. @param {{n: number}} props */
const Unread = ({ n }) =>
  n ? html`<a href="#notifications">${ngettext("{n} unread notification", "{n} unread notifications", n)}</a>` : _("No unread notifications.");

/** @param {{statistics: import("../lib/statistics.js").Statistics}} props */
function Decisions({ statistics }) {
  const { total } = statistics.decisions;
  const accepted = totalOf(statistics, "accept_all");
  const series = ["accept_all", "custom", "reject_all"].map((key) => {
    const group = statistics.decisions.groups.find((group) => group.key === key);
    return { key, label: actionName(key), counts: group?.counts ?? [], total: group?.total ?? 0 };
  });
  const summary =
    total === 0
      ? _("No decisions in 30 days.")
      : ngettext("{n} decision in 30 days, {rate} accepted all.", "{n} decisions in 30 days, {rate} accepted all.", total, {
          rate: percent(accepted, total),
        });
  return html`<div class="cards">
      <div class="card"><p class="quiet">${_("Decisions in 30 days")}</p><p class="figure">${number(total)}</p></div>
      <div class="card"><p class="quiet">${_("Accepted all")}</p><p class="figure">${percent(accepted, total)}</p></div>
      <div class="card"><p class="quiet">${_("Rejected all")}</p><p class="figure">${percent(totalOf(statistics, "reject_all"), total)}</p></div>
      <div class="card"><p class="quiet">${_("Banner shown")}</p><p class="figure">${number(statistics.impressions.total)}</p></div>
    </div>
    <${Plot} title=${_("Decisions by day")} starts=${statistics.starts} series=${series} summary=${summary} />
    ${statistics.completeTo && html`<p class="hint">${_("Counted up to {when}. Newer decisions appear within minutes.", { when: instant(statistics.completeTo) })}</p>`}
    <p><${Link} to="/statistics">${_("More statistics")}<//></p>`;
}

/** @param {{notifications: any, set: (notifications: any) => void, loadMore: () => Promise<void>}} props */
function Feed({ notifications, set, loadMore }) {
  const [all, setAll] = useState(false);
  const items = all ? notifications.items : notifications.items.slice(0, MAX_SHOWN);
  const loaded = notifications.items.length;
  // All that are loaded, then those that are not.
  const more = all ? notifications.cursor && Math.min(Math.max(notifications.total - loaded, 1), MORE) : loaded - MAX_SHOWN;
  const showAll = () => {
    setAll(true);
    announceCount(loaded);
  };
  const read = async () => {
    await api.POST("/v1/notifications/read");
    // What was loaded stays.
    set({ ...notifications, unread: 0, items: notifications.items.map((/** @type {any} */ item) => ({ ...item, read: true })) });
    showToast(_("All marked as read."));
  };
  /** @type {Record<string, "bad" | "warn" | "quiet">} */
  const kinds = { critical: "bad", warning: "warn", info: "quiet" };
  return html`<p class="actions">
      <span class="quiet">${ngettext("{n} unread", "{n} unread", notifications.unread)}</span>
      ${notifications.unread > 0 && html`<${Action} onPress=${read}>${_("Mark all as read")}<//>`}
    </p>
    <ul class="doors close">
      ${items.map(
        (/** @type {any} */ item) => html`<li key=${item.id}>
          <div>
            <h3>
              ${item.domainId ? html`<${Link} to=${`/domains/${item.domainId}`}>${item.title}<//>` : item.title}
              ${" "}${item.severity !== "info" && html`<${Badge} kind=${kinds[item.severity]}>${item.severity === "critical" ? _("critical") : _("warning")}<//>`}
              ${" "}${!item.read && html`<${Badge}>${_("new")}<//>`}
            </h3>
            <p>${item.detail}</p>
            <p class="hint">${ago(item.at)}${item.hostname && ` · ${shownHostname(item.hostname)}`}${item.hostname && !item.domainId && html` <${Badge}>${_("removed")}<//>`}</p>
          </div>
        </li>`,
      )}
    </ul>
    ${more > 0 &&
    html`<p><${Action} onPress=${async () => (all ? await loadMore() : showAll())}>${ngettext("Show {n} more", "Show {n} more", more)}<//></p>`}`;
}

/** Statistics: how often the banner was shown and what was decided, grouped in several ways. */
import { announce } from "../lib/announce.js";
import { useData } from "../lib/data.js";
import { allDomains } from "../lib/domains.js";
import { country, date, instant, number, percent, tongue } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { invalidFilter } from "../lib/problems.js";
import { here } from "../lib/router.js";
import { countsOf, othersOf } from "../lib/statistics.js";
import { _, ngettext } from "../lib/texts.js";
import { ComparedVersions } from "../ui/compared-versions.js";
import { FilterChoice, Filters } from "../ui/filters.js";
import { Empty, Heading, Loaded, Table } from "../ui/parts.js";
import { Plot } from "../ui/plot.js";
import { actionName, deviceName, surfaceName } from "../ui/words.js";
import { html } from "../vendor.js";

const MAX_SERIES = 5;
/** The other periods, besides the default of 30 days. */
const SPANS = [7, 90, 365];

/** @typedef {import("../lib/statistics.js").Statistics["groupBy"]} Group */

/** @type {Record<Group, (key: string | null) => string>} */
const NAMES = {
  action: actionName,
  device: deviceName,
  country: (key) => (key ? country(key) : _("Not known")),
  version: (key) => (key ? _("Version {version}", { version: key }) : _("No version")),
  language: (key) => (key ? tongue(key) : _("No wording (a signal)")),
  surface: (key) => (key ? surfaceName(key) : _("Nowhere (a signal)")),
};

/** @returns {[Group, string][]} */
const GROUPS = () => [
  ["action", _("Decision")],
  ["device", _("Device")],
  ["country", _("Country")],
  ["language", _("Language of the banner")],
  ["surface", _("Where visitors decided")],
  ["version", _("Version of the banner")],
];

/** Decisions have a fixed order, and so fixed colours, regardless of their counts. */
const ACTIONS = ["accept_all", "custom", "reject_all"];

export function Screen() {
  const { query } = here.value;
  const days = SPANS.find((span) => String(span) === query.get("days")) ?? 30;
  const group = GROUPS().find(([name]) => name === query.get("by"))?.[0] ?? "action";
  const isKnown = [String(days), ""].includes(query.get("days") ?? "") && [group, ""].includes(query.get("by") ?? "");
  const domainId = query.get("domainId") ?? undefined;
  const domains = useData(allDomains);
  const counts = useData(async () => await countsOf(days, group, domainId), [days, group, domainId], ({ decisions }) =>
    announce(_("{name}: {value}", { name: _("Decisions"), value: _("{n} in total.", { n: number(decisions.total) }) })));
  const name = NAMES[group] ?? actionName;
  return html`<${Heading} title=${_("Statistics")} />
    <${Filters} label=${_("Statistics")}>
      <${FilterChoice} name="domainId" clears=${["one", "other"]} label=${_("Domain")} options=${(domains.data ?? []).map((domain) => [domain.id, shownHostname(domain.hostname)])} />
      <${FilterChoice} name="days" label=${_("Time")} all=${ngettext("{n} day", "{n} days", 30)} options=${SPANS.map((n) => [String(n), ngettext("{n} day", "{n} days", n)])} />
      <${FilterChoice}
        name="by"
        label=${_("Group by")}
        all=${_("Decision")}
        options=${GROUPS().slice(1)}
      />
    <//>
    <${Loaded} of=${isKnown ? counts : { problem: invalidFilter() }} lines=${8}>
      ${(/** @type {import("../lib/statistics.js").Statistics} */ data) => html`
        <${Counted} data=${data} />
        ${data.decisions.total + data.impressions.total === 0 ? html`<${Nothing} />` : html`
        <${Shares} data=${data} name=${name} />
        <${Series} title=${_("Decisions")} starts=${data.starts} series=${data.decisions} name=${name} />
        <${Series} title=${_("Banner shown")} starts=${data.starts} series=${data.impressions} name=${name} />
        <p><${Csv} data=${data} name=${name} /></p>`}
        ${group === "version" && html`<${Compared} days=${days} domainId=${domainId} />`}
      `}
    <//>`;
}

const Nothing = () => html`<${Empty} title=${_("Nothing counted in this period")}>
  <p>${_("Decisions and how often the banner was shown appear here within minutes.")}</p>
<//>`;

/** Until when decisions are counted, and a notice if older ones are still being counted. @param {{data: import("../lib/statistics.js").Statistics}} props */
function Counted({ data }) {
  const { completeTo } = data;
  if (!completeTo) return null;
  if (Date.now() - Date.parse(completeTo) < 86400_000) {
    return html`<p class="hint">${_("Counted up to {when}. Newer decisions appear within minutes.", { when: instant(completeTo) })}</p>`;
  }
  return html`<p class="notice">
    ${_("Decisions are counted up to {date} so far. The rest follows automatically: come back in an hour.", { date: date(completeTo) })}
  </p>`;
}

/** @param {{days: number, domainId: string | undefined}} props */
function Compared({ days, domainId }) {
  if (!domainId) return html`<p class="hint">${_("Choose a domain to compare two versions of its banner.")}</p>`;
  return html`<${ComparedVersions} key=${domainId} domainId=${domainId} days=${days} />`;
}

/** @param {{title: string, starts: string[], series: any, name: (key: string | null) => string}} props */
function Series({ title, starts, series, name }) {
  /** @type {any[]} */
  const groups = series.groups.length ? series.groups : [{ key: "all", counts: series.counts, total: series.total }];
  const ordered = series.groups.some((/** @type {any} */ group) => ACTIONS.includes(group.key)) ? ACTIONS.map((key) => groups.find((group) => group.key === key) ?? { key, counts: [], total: 0 }) : groups;
  const lines = ordered.slice(0, MAX_SERIES).map((group) => ({
    key: String(group.key),
    label: group.key === "all" ? _("All") : name(group.key),
    counts: group.counts,
    total: group.total,
  }));
  if (groups.length > MAX_SERIES) {
    lines.push({ key: "rest", label: _("Others"), ...othersOf(series, lines) });
  }
  const [first] = series.groups;
  const all = _("{n} in total.", { n: number(series.total) });
  const mostText = first && _("Most of them: {group}, {share}.", { group: name(first.key), share: percent(first.total, series.total) });
  const summary = mostText ? `${all} ${mostText}` : all;
  return html`<${Plot} title=${title} starts=${starts} series=${lines} summary=${summary} />`;
}

/** @param {{data: import("../lib/statistics.js").Statistics, name: (key: string | null) => string}} props */
function Shares({ data, name }) {
  if (data.decisions.total === 0) return html`<p class="quiet">${_("No decisions in this period.")}</p>`;
  const title = GROUPS().find(([group]) => group === data.groupBy)?.[1];
  // Impressions are not grouped by everything that decisions are.
  const hasImpressions = data.impressions.groups.length > 0;
  const head = [title, _("Decisions"), _("Share"), ...(hasImpressions ? [_("Banner shown")] : [])];
  const rows = data.decisions.groups.map((group) => ({
    ...group,
    label: name(group.key),
    shown: data.impressions.groups.find((candidate) => candidate.key === group.key)?.total,
  }));
  const others = othersOf(data.decisions).total;
  const shown = hasImpressions ? rows.reduce((left, row) => left - (row.shown ?? 0), data.impressions.total) : 0;
  if (others + shown > 0) rows.push({ key: "rest", counts: [], label: _("Others"), total: others, shown });
  return html`<${Table} numbers caption=${_("Decisions, compared")} head=${head}>
    ${rows.map(
      (row) => html`<tr key=${row.key}>
        <th scope="row">${row.label}</th>
        <td>${number(row.total)}</td>
        <td>${percent(row.total, data.decisions.total)}</td>
        ${hasImpressions && html`<td>${row.shown === undefined ? "–" : number(row.shown)}</td>`}
      </tr>`,
    )}
  <//>`;
}

/** @param {{data: import("../lib/statistics.js").Statistics, name: (key: string | null) => string}} props */
function Csv({ data, name }) {
  /** @param {string} text */
  const cell = (text) => `"${text.replace(/"/g, '""')}"`;
  const columns = data.decisions.groups.map((group) => ({ label: name(group.key), counts: group.counts }));
  const others = othersOf(data.decisions);
  if (others.total > 0) columns.push({ label: _("Others"), counts: others.counts });
  const head = ["from", "shown", ...columns.map(({ label }) => label)].map(cell).join(",");
  const rows = data.starts.map((start, index) => [start, data.impressions.counts[index], ...columns.map(({ counts }) => counts[index])].join(","));
  // Excel takes a file for UTF-8 only if it begins with this mark.
  const address = URL.createObjectURL(new Blob(["\ufeff", [head, ...rows].join("\r\n")], { type: "text/csv" }));
  return html`<a class="button" href=${address} download="statistics.csv">${_("Download as CSV")}</a>`;
}

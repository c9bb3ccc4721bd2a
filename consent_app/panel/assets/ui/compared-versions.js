/** Two versions of a domain's banner compared: impressions and decisions. */
import { allRows, useData } from "../lib/data.js";
import { number, percent } from "../lib/format.js";
import { here } from "../lib/router.js";
import { api } from "../lib/session.js";
import { countsOf, totalOf } from "../lib/statistics.js";
import { _ } from "../lib/texts.js";
import { html } from "../vendor.js";
import { FilterChoice, Filters } from "./filters.js";
import { Loaded, Table } from "./parts.js";
import { actionName } from "./words.js";

/** The service gives no more at a time. */
const LIMIT = 100;

/** Return the numbers of all published versions, the newest first. @param {string} domainId */
const versionsOf = (domainId) =>
  allRows(async (/** @type {number | undefined} */ cursor) => {
    const query = { limit: LIMIT, ...(cursor && { cursor }) };
    const { data } = await api.GET("/v1/domains/{domainId}/banner/versions", { params: { path: { domainId }, query } });
    return data.map(({ version }) => version);
  }, LIMIT);

/** @param {{domainId: string, days: number}} props */
export function ComparedVersions({ domainId, days }) {
  const published = useData(async () => await versionsOf(domainId));
  return html`<${Loaded} of=${published}>
    ${(/** @type {number[]} */ versions) => versions.length > 1 && html`<${Comparison} domainId=${domainId} days=${days} versions=${versions} />`}
  <//>`;
}

/** @param {{domainId: string, days: number, versions: number[]}} props `versions`: the newest first */
function Comparison({ domainId, days, versions }) {
  const { query } = here.value;
  const firstVersion = Number(query.get("one")) || (versions[1] ?? 0);
  const secondVersion = Number(query.get("other")) || (versions[0] ?? 0);
  const comparison = useData(
    async () => await Promise.all([firstVersion, secondVersion].map((version) => countsOf(days, "action", domainId, version))),
    [domainId, days, firstVersion, secondVersion],
  );
  /** @type {[string, string][]} */
  const options = versions.map((version) => [String(version), _("Version {version}", { version })]);
  return html`<h2>${_("Two versions compared")}</h2>
    <${Filters} label=${_("Two versions compared")}>
      <${FilterChoice} name="one" label=${_("One version")} all=${_("Version {version}", { version: versions[1] ?? "–" })} options=${options} />
      <${FilterChoice} name="other" label=${_("The other version")} all=${_("Version {version}", { version: versions[0] ?? "–" })} options=${options} />
    <//>
    <${Loaded} of=${comparison}>
      ${(/** @type {import("../lib/statistics.js").Statistics[]} */ counts) => html`<${Table}
        numbers
        caption=${_("Two versions compared")}
        head=${[_("What"), ...[firstVersion, secondVersion].map((version) => _("Version {version}", { version }))]}
      >
        ${rowsOf(counts).map(([name, ...values]) => html`<tr key=${name}><th scope="row">${name}</th>${values.map((value, index) => html`<td class="number" key=${index}>${value}</td>`)}</tr>`)}
      <//>`}
    <//>`;
}

/** @param {import("../lib/statistics.js").Statistics[]} counts @returns {string[][]} */
function rowsOf(counts) {
  const shares = ["accept_all", "reject_all", "custom"].map((action) => [
    actionName(action),
    ...counts.map((version) => percent(totalOf(version, action), version.decisions.total)),
  ]);
  return [
    [_("Banner shown"), ...counts.map((version) => number(version.impressions.total))],
    [_("Decisions"), ...counts.map((version) => number(version.decisions.total))],
    [_("Decided, of those who saw it"), ...counts.map((version) => percent(version.decisions.total, version.impressions.total))],
    ...shares,
  ];
}

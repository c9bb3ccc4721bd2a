/** Two versions of a domain's banner side by side: how many decided, and how. */
import { useData } from "../lib/data.js";
import { number, percent } from "../lib/format.js";
import { here } from "../lib/router.js";
import { countsOf, totalOf } from "../lib/statistics.js";
import { _ } from "../lib/texts.js";
import { html } from "../vendor.js";
import { FilterChoice, Filters } from "./filters.js";
import { Loaded, Table } from "./parts.js";
import { actionName } from "./words.js";

/** @param {{domainId: string, days: number, versions: number[]}} props `versions`: the newest first */
export function ComparedVersions({ domainId, days, versions }) {
  const { query } = here.value;
  const one = Number(query.get("one")) || (versions[1] ?? 0);
  const other = Number(query.get("other")) || (versions[0] ?? 0);
  const comparison = useData(
    async () => await Promise.all([one, other].map((version) => countsOf(days, "action", domainId, version))),
    [domainId, days, one, other],
  );
  /** @type {[string, string][]} */
  const options = versions.map((version) => [String(version), _("Version {version}", { version })]);
  return html`<h2>${_("Two versions compared")}</h2>
    <${Filters} label=${_("Two versions compared")}>
      <${FilterChoice} name="one" label=${_("One version")} all=${_("Version {version}", { version: versions[1] ?? "–" })} options=${options} />
      <${FilterChoice} name="other" label=${_("The other version")} all=${_("Version {version}", { version: versions[0] ?? "–" })} options=${options} />
    <//>
    <${Loaded} of=${comparison}>
      ${(/** @type {import("../lib/statistics.js").Statistics[]} */ both) => html`<${Table}
        numbers
        caption=${_("Two versions compared")}
        head=${[_("What"), ...[one, other].map((version) => _("Version {version}", { version }))]}
      >
        ${rowsOf(both).map(([name, ...values]) => html`<tr key=${name}><th scope="row">${name}</th>${values.map((value, index) => html`<td class="number" key=${index}>${value}</td>`)}</tr>`)}
      <//>`}
    <//>`;
}

/** @param {import("../lib/statistics.js").Statistics[]} both @returns {string[][]} */
function rowsOf(both) {
  const shares = ["accept_all", "reject_all", "custom"].map((action) => [
    actionName(action),
    ...both.map((one) => percent(totalOf(one, action), one.decisions.total)),
  ]);
  return [
    [_("Banner shown"), ...both.map((one) => number(one.impressions.total))],
    [_("Decisions"), ...both.map((one) => number(one.decisions.total))],
    [_("Decided, of those it was shown to"), ...both.map((one) => percent(one.decisions.total, one.impressions.total))],
    ...shares,
  ];
}

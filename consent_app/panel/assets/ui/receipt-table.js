/** Receipts as the rows of a table. */
import { country } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { _ } from "../lib/texts.js";
import { Badge, Link, Table, When } from "./parts.js";
import { STATUS_KIND, actionName, deviceName, receiptStatus } from "./words.js";
import { html } from "../vendor.js";

/** @param {{caption: string, rows: any[]}} props */
export const ReceiptTable = ({ caption, rows }) =>
  html`<${Table} caption=${caption} head=${[_("When"), _("Domain"), _("Decision"), _("Allowed"), _("Place"), _("Device"), _("State")]}>
    ${rows.map((row) => html`<${Row} key=${row.id} row=${row} />`)}
  <//>`;

/** @param {{row: any}} props */
function Row({ row }) {
  const allowed = [
    row.analytics && _("Analytics"),
    row.marketing && _("Marketing"),
    row.preferences && _("Preferences"),
  ].filter(Boolean);
  return html`<tr>
    <th scope="row"><${Link} to=${`/receipts/${row.id}`}><${When} at=${row.createdAt} /><//></th>
    <td class="host">${shownHostname(row.hostname)}${row.domainDeleted && html` <${Badge}>${_("removed")}<//>`}</td>
    <td class="whole">${actionName(row.action)}</td>
    <td>${allowed.length ? allowed.join(", ") : _("nothing")}</td>
    <td>${country(row.country)}</td>
    <td>${deviceName(row.device)}</td>
    <td><${Badge} kind=${STATUS_KIND[row.status]}>${receiptStatus(row.status)}<//></td>
  </tr>`;
}

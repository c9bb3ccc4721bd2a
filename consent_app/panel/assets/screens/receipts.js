/** The receipts: filtered, page by page, and as an export. */
import { announceRows, asPage, extendRows, useData } from "../lib/data.js";
import { allDomains } from "../lib/domains.js";
import { instant } from "../lib/format.js";
import { shownHostname } from "../lib/hostnames.js";
import { here, setQuery } from "../lib/router.js";
import { api } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { useTurn } from "../lib/turns.js";
import { Export } from "../ui/export.js";
import { FilterChoice, Filters, FilterText } from "../ui/filters.js";
import { Empty, Heading, Link, LoadMore, Loaded } from "../ui/parts.js";
import { ReceiptTable } from "../ui/receipt-table.js";
import { actionName, deviceName, receiptStatus, sourceName } from "../ui/words.js";
import { html, useState } from "../vendor.js";

const LIMIT = 50;
/** More than fit on a screen: the others are rendered after these. */
const FIRST = 12;
const NAMES = ["domainId", "action", "source", "country", "from", "to", "device", "status", "q"];

/** @returns {any} the filters of the address */
function filtersOf() {
  const { query } = here.value;
  const filters = NAMES.flatMap((name) => {
    const value = query.get(name);
    if ((name === "from" || name === "to") && !isDay(value ?? "")) return [];
    return value ? [[name, name === "from" ? dayStart(value) : name === "to" ? dayEnd(value) : value]] : [];
  });
  return Object.fromEntries(filters);
}

/** Whether a text is a day of the calendar, such as 2026-02-28. @param {string} text */
function isDay(text) {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text);
}

/** @param {string} day */
const dayStart = (day) => new Date(`${day}T00:00:00`).toISOString();
/** @param {string} day */
const dayEnd = (day) => new Date(`${day}T23:59:59.999`).toISOString();

export function Screen() {
  const filters = filtersOf();
  const key = JSON.stringify(filters);
  const domains = useData(allDomains);
  const receipts = useData(async () => await pageOf(filters), [key], announceRows);
  const [cleared, setCleared] = useState(0);
  const loadMore = () => extendRows(receipts, (last) => pageOf({ ...filters, cursor: last?.id }));
  const clear = () => {
    setQuery(Object.fromEntries(NAMES.map((name) => [name, null])));
    // New fields also lose what was typed and never applied.
    setCleared(cleared + 1);
    // The button goes away when the receipts arrive.
    document.querySelector("h1")?.focus({ preventScroll: true });
  };
  return html`<${Heading} title=${_("Receipts")} lead=${_("Every decision that a visitor made, with the wording they saw. Receipts contain no names and no addresses. Visitors find their receipt's id behind the banner's small button.")} />
    <${ReceiptFilters} key=${cleared} domains=${domains.data ?? []} />
    ${receipts.data?.more && html`<${Total} filters=${filters} />`}
    <${Loaded} of=${receipts} lines=${8}>
      ${(/** @type {any} */ data) =>
        data.rows.length === 0
          ? html`<${Empty} title=${key === "{}" ? _("No decisions yet") : _("Nothing matches these filters")}>
              ${key === "{}"
                ? html`<p>${_("The first one appears here as soon as a visitor presses a button of your banner.")}</p>
                    <p><${Link} to="/start">${_("See the first steps")}<//></p>`
                : html`<p><button type="button" onClick=${clear}>${_("Clear the filters")}</button></p>`}
            <//>`
          : html`<${List} rows=${data.rows} loadMore=${data.more && loadMore} filters=${filters} />`}
    <//>`;
}

/** @param {{rows: any[], loadMore: false | (() => Promise<void>), filters: any}} props */
function List({ rows, loadMore, filters }) {
  const whole = useTurn();
  return html`<${ReceiptTable} caption=${_("Receipts, newest first")} rows=${whole ? rows : rows.slice(0, FIRST)} />
    ${whole && html`<p class="actions">
      <span class="quiet">${ngettext("{n} receipt shown", "{n} receipts shown", rows.length)}</span>
      ${loadMore && html`<${LoadMore} onPress=${loadMore} />`}
    </p>
    <${Export} key=${JSON.stringify(filters)} filters=${filters} />`}`;
}

/** @param {any} query */
async function pageOf(query) {
  const { data } = await api.GET("/v1/consent-events", { params: { query: { limit: LIMIT + 1, ...query } } });
  return asPage(data, LIMIT);
}

/** The approximate number of matches, if there is more than one page. @param {{filters: any}} props */
function Total({ filters }) {
  const counted = !("status" in filters || "q" in filters);
  const totals = useData(
    async () => (counted ? (await api.GET("/v1/consent-totals", { params: { query: filters } })).data : null),
    [JSON.stringify(filters)],
  );
  if (!counted) return html`<p class="quiet">${_("Receipts are not counted when you filter by state, receipt or visitor hash. The export shows their number.")}</p>`;
  // There is more than one page. A lower number was counted before the newest ones arrived.
  if (!totals.data?.completeTo || totals.data.total <= LIMIT) return null;
  return html`<p>
    <strong>${ngettext("About {n} receipt", "About {n} receipts", totals.data.total)}</strong>${" "}
    <span class="quiet">${_("by whole hours, up to {when}", { when: instant(totals.data.completeTo) })}</span>
  </p>`;
}

/** @param {string} text */
const isCountry = (text) => /^[A-Z]{2}$/.test(text);

/** @param {{domains: any[]}} props */
function ReceiptFilters({ domains }) {
  const advice = _("This day does not exist, so it filters nothing.");
  /** @param {string[]} values @param {(value: string) => string} name @returns {[string, string][]} */
  const named = (values, name) => values.map((value) => [value, name(value)]);
  return html`<${Filters} label=${_("Receipts")}>
    <${FilterChoice} name="domainId" label=${_("Domain")} options=${domains.map((domain) => [domain.id, shownHostname(domain.hostname)])} />
    <${FilterChoice} name="action" label=${_("Decision")} options=${named(["accept_all", "reject_all", "custom"], actionName)} />
    <${FilterChoice} name="source" label=${_("Source")} options=${named(["banner", "gpc"], sourceName)} />
    <${FilterChoice} name="device" label=${_("Device")} options=${named(["desktop", "mobile", "tablet"], deviceName)} />
    <${FilterChoice} name="status" label=${_("State")} options=${named(["valid", "expired"], receiptStatus)} />
    <${FilterText} name="from" type="date" label=${_("From")} valid=${isDay} advice=${advice} />
    <${FilterText} name="to" type="date" label=${_("To")} valid=${isDay} advice=${advice} />
    <${FilterText} name="country" type="text" label=${_("Country code")} valid=${isCountry} advice=${_("Two letters, such as DE.")} upper maxlength="2" placeholder="DE" />
    <${FilterText} name="q" label=${_("Receipt or visitor hash")} maxlength="64" />
  <//>`;
}

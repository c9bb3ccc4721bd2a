/** The lists of the API as iterators that follow the pages by themselves. */

import type * as Models from "./generated/schema.js";
import type { operations } from "./generated/schema.js";
import type { Api } from "./http.js";

export type QueryOf<Name extends keyof operations> = NonNullable<
  operations[Name]["parameters"]["query"]
>;
type WithDates<Query> = {
  [Key in keyof Query]: Key extends "from" | "to" ? Query[Key] | Date : Query[Key];
};

/** The query parameters of receipts, by the names of openapi.yaml. */
export type ReceiptFilters = WithDates<QueryOf<"listConsentEvents">>;

/** The query parameters of domains, by the names of openapi.yaml. */
export type DomainFilters = QueryOf<"listApiDomains">;

/** The query parameters of the audit log, by the names of openapi.yaml. */
export type AuditFilters = QueryOf<"listAuditEvents">;

/** `page` says how many are fetched at a time; 100 by default. */
export interface Paged {
  page?: number;
}

interface Answer<Data> {
  data: Data;
  response: Response;
}

/** Give every receipt of a list, by key or in the panel. */
export function receipts(
  api: Api,
  path: "/v1/consent-events" | "/v1/api/consent-events",
  given: ReceiptFilters & Paged,
): AsyncGenerator<Models.ConsentReceipt, void> {
  const { page: limit = 100, ...filters } = given;
  const first: QueryOf<"listConsentEvents"> = { limit, ...texts(filters) };
  return pages(first, (query) => api.GET(path, { params: { query } }), (rows) => rows);
}

/** Give every domain of a list, by key or in the panel. */
export function domains(
  api: Api,
  path: "/v1/domains" | "/v1/api/domains",
  given: DomainFilters & Paged,
): AsyncGenerator<Models.Domain, void> {
  const { page: limit = 100, ...filters } = given;
  const first: QueryOf<"listApiDomains"> = { limit, ...filters };
  return pages(first, (query) => api.GET(path, { params: { query } }), (data) => data.items);
}

/** Give every event of the audit log. */
export function auditEvents(
  api: Api,
  given: AuditFilters & Paged,
): AsyncGenerator<Models.AuditEvent, void> {
  const { page: limit = 100, ...filters } = given;
  const first: AuditFilters = { limit, ...filters };
  return pages(first, (query) => api.GET("/v1/audit-events", { params: { query } }), (rows) => rows);
}

/** Give every row of the feed. */
export function notifications(
  api: Api,
  given: Paged,
): AsyncGenerator<Models.NotificationItem, void> {
  const first: QueryOf<"listNotifications"> = { limit: given.page ?? 100 };
  return pages(
    first,
    (query) => api.GET("/v1/notifications", { params: { query } }),
    (data) => data.items,
  );
}

/** Give every published version of a domain's banner. */
export function bannerVersions(
  api: Api,
  domainId: string,
  given: Paged,
): AsyncGenerator<Models.BannerVersion, void> {
  const first: QueryOf<"listBannerVersions"> = { limit: given.page ?? 100 };
  return pages(
    first,
    (query) =>
      api.GET("/v1/domains/{domainId}/banner/versions", {
        params: { path: { domainId }, query },
      }),
    (rows) => rows,
  );
}

/** Return filters with instants as text. */
export function texts(filters: ReceiptFilters): QueryOf<"listConsentEvents"> {
  const { from, to, ...others } = filters;
  return {
    ...others,
    ...(from === undefined ? {} : { from: from instanceof Date ? from.toISOString() : from }),
    ...(to === undefined ? {} : { to: to instanceof Date ? to.toISOString() : to }),
  };
}

async function* pages<Query, Data, Row>(
  first: Query,
  fetchPage: (query: Query) => Promise<Answer<Data>>,
  rows: (data: Data) => Row[],
): AsyncGenerator<Row, void> {
  let query: Query | undefined = first;
  while (query !== undefined) {
    const answer: Answer<Data> = await fetchPage(query);
    yield* rows(answer.data);
    query = nextQuery(answer.response) as Query | undefined;
  }
}

// Of the link the query alone is taken: the service's own address may be another than the one it
// is reached by here.
function nextQuery(response: Response): Record<string, string> | undefined {
  const links = (response.headers.get("Link") ?? "").matchAll(/<([^>]*)>\s*;([^<]*)/g);
  for (const [, target = "", parameters = ""] of links) {
    if (!/\brel="?next"?/.test(parameters)) continue;
    return Object.fromEntries(new URL(target, response.url).searchParams);
  }
  return undefined;
}

/** The lists of the API as iterators that fetch page after page. */

import type * as Models from "./generated/schema.js";
import type { operations } from "./generated/schema.js";
import type { Api } from "./http.js";

export type QueryOf<Name extends keyof operations> = NonNullable<
  operations[Name]["parameters"]["query"]
>;
type WithDates<Query> = {
  [Key in keyof Query]: Key extends "from" | "to" ? Query[Key] | Date : Query[Key];
};

/** The query parameters of receipts, named as in openapi.yaml. */
export type ReceiptFilters = WithDates<QueryOf<"listConsentEvents">>;

/** The query parameters of domains, named as in openapi.yaml. */
export type DomainFilters = QueryOf<"listApiDomains">;

/** The query parameters of the audit log, named as in openapi.yaml. */
export type AuditFilters = QueryOf<"listAuditEvents">;

/** `page` is the number of rows that each request fetches; 100 by default. */
export interface Paged {
  page?: number;
}

interface Answer<Data> {
  data: Data;
  response: Response;
}

/** Yield every receipt of a list, of the read API or of the panel. */
export function receipts(
  api: Api,
  path: "/v1/consent-events" | "/v1/api/consent-events",
  options: ReceiptFilters & Paged,
): AsyncGenerator<Models.ConsentReceipt, void> {
  const { page: limit = 100, ...filters } = options;
  const first: QueryOf<"listConsentEvents"> = { limit, ...texts(filters) };
  return pages(first, (query) => api.GET(path, { params: { query } }), (rows) => rows);
}

/** Yield every domain of a list, of the read API or of the panel. */
export function domains(
  api: Api,
  path: "/v1/domains" | "/v1/api/domains",
  options: DomainFilters & Paged,
): AsyncGenerator<Models.Domain, void> {
  const { page: limit = 100, ...filters } = options;
  const first: QueryOf<"listApiDomains"> = { limit, ...filters };
  return pages(first, (query) => api.GET(path, { params: { query } }), (data) => data.items);
}

/** Yield every event of the audit log. */
export function auditEvents(
  api: Api,
  options: AuditFilters & Paged,
): AsyncGenerator<Models.AuditEvent, void> {
  const { page: limit = 100, ...filters } = options;
  const first: AuditFilters = { limit, ...filters };
  const read = (query: typeof first) => api.GET("/v1/audit-events", { params: { query } });
  return pages(first, read, (rows) => rows);
}

/** Yield every row of the feed. */
export function notifications(
  api: Api,
  options: Paged,
): AsyncGenerator<Models.NotificationItem, void> {
  const first: QueryOf<"listNotifications"> = { limit: options.page ?? 100 };
  return pages(
    first,
    (query) => api.GET("/v1/notifications", { params: { query } }),
    (data) => data.items,
  );
}

/** Yield every published version of a domain's banner. */
export function bannerVersions(
  api: Api,
  domainId: string,
  options: Paged,
): AsyncGenerator<Models.BannerVersion, void> {
  const first: QueryOf<"listBannerVersions"> = { limit: options.page ?? 100 };
  return pages(
    first,
    (query) =>
      api.GET("/v1/domains/{domainId}/banner/versions", {
        params: { path: { domainId }, query },
      }),
    (rows) => rows,
  );
}

/** Return filters with dates as text. */
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

// Only the query, because the service may have another address here than the one that it knows
// itself by.
function nextQuery(response: Response): Record<string, string> | undefined {
  const links = (response.headers.get("Link") ?? "").matchAll(/<([^>]*)>\s*;([^<]*)/g);
  for (const [, target = "", parameters = ""] of links) {
    if (!/\brel="?next"?/.test(parameters)) continue;
    return Object.fromEntries(new URL(target, response.url).searchParams);
  }
  return undefined;
}

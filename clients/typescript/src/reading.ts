/** What a workspace's own systems read with an API key: receipts, domains, exports. */

import type { ConsentReceipt, Domain, operations } from "./generated/schema.js";
import { resumed, type Form } from "./exporting.js";
import { openClient, type Api } from "./http.js";

export type { Form } from "./exporting.js";

const MEDIA: Record<Form, string> = { ndjson: "application/x-ndjson", csv: "text/csv" };

type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;
type WithDates<Query> = {
  [Key in keyof Query]: Key extends "from" | "to" ? Query[Key] | Date : Query[Key];
};

/** The query parameters of receipts, by the names of openapi.yaml. */
export type ReceiptFilters = WithDates<QueryOf<"listConsentEvents">>;

/** The query parameters of domains, by the names of openapi.yaml. */
export type DomainFilters = QueryOf<"listApiDomains">;

/** `page` says how many are fetched at a time; 100 by default. */
export interface Paged {
  page?: number;
}

/** Reads with an API key. A key is for your own systems: never put it into a page. */
export class Reader {
  readonly api: Api;

  constructor(baseUrl: string, apiKey: string) {
    this.api = openClient(baseUrl, { token: apiKey });
  }

  /** Give every receipt, newest first, `page` at a time, as they are asked for. */
  async *receipts(given: ReceiptFilters & Paged = {}): AsyncGenerator<ConsentReceipt, void> {
    const { page: limit = 100, ...filters } = given;
    let query: QueryOf<"listConsentEvents"> | undefined = { limit, ...texts(filters) };
    while (query) {
      const answer = await this.api.GET("/v1/api/consent-events", { params: { query } });
      yield* answer.data;
      query = nextQuery(answer.response);
    }
  }

  /** Give every domain, newest first. */
  async *domains(given: DomainFilters & Paged = {}): AsyncGenerator<Domain, void> {
    const { page: limit = 100, ...filters } = given;
    let query: QueryOf<"listApiDomains"> | undefined = { limit, ...filters };
    while (query) {
      const answer = await this.api.GET("/v1/api/domains", { params: { query } });
      yield* answer.data.items;
      query = nextQuery(answer.response);
    }
  }

  /**
   * Open an export as a stream: the response's `body`.
   *
   * Its header `X-Export-Manifest` names where the manifest is when all was read.
   */
  async export(form: Form = "ndjson", filters: ReceiptFilters = {}): Promise<Response> {
    const { response } = await this.api.GET("/v1/api/consent-events", {
      params: { query: texts(filters) },
      headers: { Accept: MEDIA[form] },
      parseAs: "stream",
    });
    return response;
  }

  /**
   * Give every receipt of one export, as they arrive.
   *
   * An export that breaks off is begun anew behind the last receipt.
   */
  async *exported(filters: ReceiptFilters = {}): AsyncGenerator<ConsentReceipt, void> {
    for await (const line of this.records("ndjson", filters)) {
      yield JSON.parse(line) as ConsentReceipt;
    }
  }

  /** Give an export record by record as it is sent, begun anew behind the last where it breaks off. */
  records(form: Form = "ndjson", filters: ReceiptFilters = {}): AsyncGenerator<string, void> {
    return resumed((narrowed) => this.export(form, narrowed), form, filters);
  }
}

function texts(filters: ReceiptFilters): QueryOf<"listConsentEvents"> {
  const { from, to, ...others } = filters;
  return {
    ...others,
    ...(from === undefined ? {} : { from: from instanceof Date ? from.toISOString() : from }),
    ...(to === undefined ? {} : { to: to instanceof Date ? to.toISOString() : to }),
  };
}

// Of the link the query alone is taken: the service's own address may be another than the one it
// is reached by here.
function nextQuery(response: Response): Record<string, never> | undefined {
  const links = (response.headers.get("Link") ?? "").matchAll(/<([^>]*)>\s*;([^<]*)/g);
  for (const [, target = "", parameters = ""] of links) {
    if (!/\brel="?next"?/.test(parameters)) continue;
    return Object.fromEntries(new URL(target, response.url).searchParams) as Record<string, never>;
  }
  return undefined;
}

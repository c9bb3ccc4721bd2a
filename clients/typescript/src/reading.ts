/** What a workspace's own systems read with an API key: receipts, domains, exports. */

import type { ConsentReceipt, Domain } from "./generated/schema.js";
import { resumed, type Form, type RecordOptions } from "./exporting.js";
import { openClient, type Api, type ClientOptions } from "./http.js";
import {
  domains,
  receipts,
  texts,
  type DomainFilters,
  type Paged,
  type ReceiptFilters,
} from "./lists.js";

export type { Form, RecordOptions } from "./exporting.js";
export type { AuditFilters, DomainFilters, Paged, ReceiptFilters } from "./lists.js";

const MEDIA: Record<Form, string> = { ndjson: "application/x-ndjson", csv: "text/csv" };

/** Reads with an API key. A key is for your own systems: never put it into a page. */
export class Reader {
  readonly api: Api;

  constructor(baseUrl: string, apiKey: string, options: Pick<ClientOptions, "retries"> = {}) {
    this.api = openClient(baseUrl, { token: apiKey, ...options });
  }

  /** Give every receipt, newest first, `page` at a time, as they are asked for. */
  receipts(given: ReceiptFilters & Paged = {}): AsyncGenerator<ConsentReceipt, void> {
    return receipts(this.api, "/v1/api/consent-events", given);
  }

  /** Give every domain, newest first. */
  domains(given: DomainFilters & Paged = {}): AsyncGenerator<Domain, void> {
    return domains(this.api, "/v1/api/domains", given);
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
   * An export that breaks off goes on after the last receipt.
   */
  async *exported(filters: ReceiptFilters = {}): AsyncGenerator<ConsentReceipt, void> {
    for await (const line of this.records("ndjson", filters)) {
      yield JSON.parse(line) as ConsentReceipt;
    }
  }

  /**
   * Give an export record by record as it is sent.
   *
   * `resume`: one that breaks off goes on after the last record. With `hash`, what arrived is
   * compared with the server's manifest; of an export that broke off, the part that ends it. Throws
   * ConsentError, of which ExportMismatch is one.
   */
  records(
    form: Form = "ndjson",
    filters: ReceiptFilters = {},
    options: RecordOptions = {},
  ): AsyncGenerator<string, void> {
    const open = (narrowed: ReceiptFilters) => this.export(form, narrowed);
    const manifest = async (manifestId: string) => {
      const path = { manifestId };
      return (await this.api.GET("/v1/api/export-manifests/{manifestId}", { params: { path } })).data;
    };
    return resumed({ open, manifest, ...options }, form, filters);
  }
}

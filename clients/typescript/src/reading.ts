/** Reading receipts, domains and exports with an API key. */

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

/** Reads with an API key. Keys are for your own servers: never put one into a page. */
export class Reader {
  readonly api: Api;

  constructor(baseUrl: string, apiKey: string, options: Pick<ClientOptions, "retries"> = {}) {
    this.api = openClient(baseUrl, { token: apiKey, ...options });
  }

  /** Yield every receipt, newest first. Each request fetches `page` of them. */
  receipts(options: ReceiptFilters & Paged = {}): AsyncGenerator<ConsentReceipt, void> {
    return receipts(this.api, "/v1/api/consent-events", options);
  }

  /** Yield every domain, newest first. */
  domains(options: DomainFilters & Paged = {}): AsyncGenerator<Domain, void> {
    return domains(this.api, "/v1/api/domains", options);
  }

  /**
   * Open an export as a stream: the `body` of the response.
   *
   * The header `X-Export-Manifest` has the URL of the manifest, which exists once everything was
   * read.
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
   * Yield every receipt of an export as it arrives.
   *
   * If the connection breaks, the export resumes after the last receipt.
   */
  async *exported(filters: ReceiptFilters = {}): AsyncGenerator<ConsentReceipt, void> {
    for await (const line of this.records("ndjson", filters)) {
      yield JSON.parse(line) as ConsentReceipt;
    }
  }

  /**
   * Yield every record of an export as it arrives.
   *
   * With `resume`, the export resumes after the last record if the connection breaks. With `hash`,
   * the received bytes are compared with the server's manifest; if the export was resumed, only
   * those since then. Throws ConsentError, and its subclass ExportMismatch.
   */
  records(
    form: Form = "ndjson",
    filters: ReceiptFilters = {},
    options: RecordOptions = {},
  ): AsyncGenerator<string, void> {
    const open = (remaining: ReceiptFilters) => this.export(form, remaining);
    const manifest = async (manifestId: string) => {
      const path = { manifestId };
      const params = { path };
      return (await this.api.GET("/v1/api/export-manifests/{manifestId}", { params })).data;
    };
    return resumed({ open, manifest, ...options }, form, filters);
  }
}

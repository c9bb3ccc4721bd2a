/** Exports that go on where they broke off: the records of a stream, and the id of each. */

import { ApiError, RateLimited, Unavailable } from "./errors.js";

/** The forms of an export. */
export type Form = "ndjson" | "csv";

/** How often an export is begun anew without a receipt in between. */
export const ATTEMPTS = 5;

const ID: Record<Form, [number, number]> = { ndjson: [7, 43], csv: [1, 37] };

/** What narrows an export, and what of it changes when it is begun anew. */
export interface Narrowed {
  cursor?: string;
  limit?: number;
}

/**
 * Give the records of an export, each with its line's end; a CSV's first one is its head.
 *
 * Where it breaks off, the export is begun anew behind the last record that arrived whole. Throws
 * what the first request is refused with, and what broke it when ATTEMPTS of them brought nothing.
 */
export async function* resumed<Filters extends Narrowed>(
  open: (filters: Filters) => Promise<Response>,
  form: Form,
  given: Filters,
): AsyncGenerator<string, void> {
  const filters: Filters = { ...given };
  let failed = 0;
  let begun = false;
  while (filters.limit !== 0) {
    try {
      const { body } = await open(filters);
      if (body === null) return;
      let head = form === "csv";
      for await (const record of records(body, form)) {
        if (head && begun) {
          head = false;
          continue;
        }
        if (!head) {
          failed = 0;
          filters.cursor = record.slice(...ID[form]);
          if (filters.limit !== undefined) filters.limit -= 1;
        }
        head = false;
        begun = true;
        yield record;
      }
      return;
    } catch (error) {
      failed += 1;
      if (!begun || failed > ATTEMPTS || !passes(error)) throw error;
      const seconds = (error as { retryAfter?: number }).retryAfter ?? Math.min(2 ** failed / 4, 5);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}

// A broken connection is a TypeError of fetch; every other refusal stays one.
function passes(error: unknown): boolean {
  if (error instanceof ApiError) return error instanceof RateLimited || error instanceof Unavailable;
  return error instanceof TypeError || (error as Error).name !== "AbortError";
}

async function* records(
  body: ReadableStream<Uint8Array>,
  form: Form,
): AsyncGenerator<string, void> {
  const end = form === "csv" ? "\r\n" : "\n";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split(end);
      const last = lines.pop() ?? "";
      let record = "";
      for (const line of lines) {
        record += line + end;
        // In CSV a line's end within quotes is text.
        if (form === "csv" && (record.split('"').length - 1) % 2 === 1) continue;
        yield record;
        record = "";
      }
      rest = record + last;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Exports that resume after a broken connection: the records of a stream, and their ids. */

import {
  ExportMismatch,
  NetworkError,
  NotFound,
  RateLimited,
  Unavailable,
  type ConsentError,
} from "./errors.js";
import { sleep } from "./retrying.js";

/** The formats of an export. */
export type Form = "ndjson" | "csv";

/** How often an export is resumed without receiving another receipt. */
export const ATTEMPTS = 5;

const ID: Record<Form, [number, number]> = { ndjson: [7, 43], csv: [1, 37] };

/** Hashes a stream, which Web Crypto cannot: `createHash("sha256")` of Node.js. */
export interface Sha256 {
  update(chunk: Uint8Array): unknown;
  digest(encoding: "hex"): string;
}

/**
 * `resume`: the export resumes after a broken connection. `hash`: it is compared with its manifest.
 */
export interface RecordOptions {
  resume?: boolean;
  hash?: (() => Sha256) | undefined;
}

/** How an export is opened, and how its manifest is read. */
export interface Source<Filters> extends RecordOptions {
  open(filters: Filters): Promise<Response>;
  manifest(manifestId: string): Promise<{ size: number; sha256: string }>;
}

/** The filters that change when an export is resumed. */
export interface Resumable {
  cursor?: string;
  limit?: number;
}

/**
 * Yield the records of an export, each with its line ending. The first one of a CSV is its header.
 *
 * If the connection breaks, the export resumes after the last complete record. Throws the error of
 * the first request, and that of the last one if ATTEMPTS in a row brought no record.
 */
export async function* resumed<Filters extends Resumable>(
  { open, manifest, resume = true, hash }: Source<Filters>,
  form: Form,
  initial: Filters,
): AsyncGenerator<string, void> {
  const filters: Filters = { ...initial };
  let failed = 0;
  let opened = false;
  let begun = false;
  while (filters.limit !== 0) {
    try {
      const response = await open(filters);
      opened = true;
      if (response.body === null) return;
      const received = hash ? { size: 0, sha256: hash() } : undefined;
      let isHeader = form === "csv";
      for await (const record of records(response.body, form, received)) {
        if (isHeader && begun) {
          isHeader = false;
          continue;
        }
        if (!isHeader) {
          failed = 0;
          filters.cursor = record.slice(...ID[form]);
          if (filters.limit !== undefined) filters.limit -= 1;
        }
        isHeader = false;
        begun = true;
        yield record;
      }
      if (received) await compare(received, response, manifest);
      return;
    } catch (error) {
      failed += 1;
      if (!resume || !opened || failed > ATTEMPTS || !isTemporary(error)) throw error;
      await sleep((error as ConsentError).retryAfter ?? Math.min(2 ** failed / 4, 5));
    }
  }
}

function isTemporary(error: unknown): boolean {
  return [NetworkError, RateLimited, Unavailable].some((Kind) => error instanceof Kind);
}

interface Received {
  size: number;
  sha256: Sha256;
}

async function compare(
  received: Received,
  response: Response,
  manifest: (manifestId: string) => Promise<{ size: number; sha256: string }>,
): Promise<void> {
  const address = response.headers.get("X-Export-Manifest");
  if (address === null) {
    throw new ExportMismatch("The export has no manifest. Export with `verify: false`.");
  }
  const sent = await manifest(address.slice(address.lastIndexOf("/") + 1)).catch((error) => {
    if (!(error instanceof NotFound)) throw error;
    throw new ExportMismatch(
      "The server has no manifest of the export. Export with `verify: false`.",
    );
  });
  if (sent.size === received.size && sent.sha256 === received.sha256.digest("hex")) return;
  throw new ExportMismatch(
    `The export has ${received.size} bytes and does not match its manifest` +
      ` (${sent.size} bytes). Export again.`,
  );
}

async function* records(
  body: ReadableStream<Uint8Array>,
  form: Form,
  received: Received | undefined,
): AsyncGenerator<string, void> {
  const end = form === "csv" ? "\r\n" : "\n";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new NetworkError(error);
      });
      if (received && value) {
        received.size += value.length;
        received.sha256.update(value);
      }
      const lines = (rest + decoder.decode(value, { stream: !done })).split(end);
      const last = lines.pop() ?? "";
      let record = "";
      for (const line of lines) {
        record += line + end;
        // In CSV a line ending within quotes is text.
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

/** What needs Node.js: `import { exportTo } from "consent-client/node"`. */

import { createWriteStream } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

import type { Form, Reader, ReceiptFilters } from "./reading.js";

/**
 * Write an export into a file and return its size in bytes.
 *
 * The file appears when the export is whole, never half.
 */
export async function exportTo(
  reader: Reader,
  path: string,
  form: Form = "ndjson",
  filters: ReceiptFilters = {},
): Promise<number> {
  const beside = `${path}.part`;
  const { body } = await reader.export(form, filters);
  const bytes = body === null ? [] : Readable.fromWeb(body as ReadableStream<Uint8Array>);
  await pipeline(bytes, createWriteStream(beside));
  await rename(beside, path);
  return (await stat(path)).size;
}

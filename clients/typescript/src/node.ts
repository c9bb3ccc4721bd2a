/** What needs Node.js: `import { exportTo } from "consent-client/node"`. */

import { createWriteStream } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Form, Reader, ReceiptFilters } from "./reading.js";

/**
 * Write an export into a file and return its size in bytes.
 *
 * The file appears when the export is whole, never half. One that breaks off is begun anew behind
 * the last receipt; the server's manifests then are of the parts.
 */
export async function exportTo(
  reader: Reader,
  path: string,
  form: Form = "ndjson",
  filters: ReceiptFilters = {},
): Promise<number> {
  const beside = `${path}.part`;
  await pipeline(Readable.from(reader.records(form, filters)), createWriteStream(beside));
  await rename(beside, path);
  return (await stat(path)).size;
}

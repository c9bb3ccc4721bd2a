/** Functions that need Node.js: `import { exportTo } from "consent-client/node"`. */

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Form, Reader, ReceiptFilters } from "./reading.js";

/** Whether an export resumes after a broken connection, and is compared with its manifest. */
export interface ExportOptions {
  resume?: boolean;
  verify?: boolean;
}

/**
 * Write an export to a file and return its size in bytes.
 *
 * The file is created once the export is complete. With `resume`, the export resumes after the last
 * receipt if the connection breaks. With `verify`, the received bytes are compared with the
 * server's manifest. Throws ConsentError, and its subclass ExportMismatch.
 */
export async function exportTo(
  reader: Reader,
  path: string,
  form: Form = "ndjson",
  filters: ReceiptFilters = {},
  { resume = true, verify = true }: ExportOptions = {},
): Promise<number> {
  const beside = `${path}.part`;
  const hash = verify ? () => createHash("sha256") : undefined;
  const records = reader.records(form, filters, { resume, hash });
  try {
    await pipeline(Readable.from(records), createWriteStream(beside));
    await rename(beside, path);
  } finally {
    await rm(beside, { force: true });
  }
  return (await stat(path)).size;
}

// The peer's documented set-up on node's own HTTP server: migrates, listens on a free port, prints it.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { c15tInstance } from "@c15t/backend";
import { kyselyAdapter } from "@c15t/backend/db/adapters/kysely";
import { migrator } from "@c15t/backend/db/migrator";
import { DB } from "@c15t/backend/db/schema";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const adapter = kyselyAdapter({
  db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
  provider: "postgresql",
});
const migration = await migrator({ db: DB.client(adapter), schema: "latest" });
await migration.execute();
// It looks domains, policies and consents up by these, and has no index for any of them.
for (const [table, column] of [
  ["domain", "name"],
  ["consentPolicy", "type"],
  ["consentPurpose", "code"],
  ["consent", "subjectId"],
]) {
  await pool.query(`CREATE INDEX ON "${table}" ("${column}")`);
}
const peer = c15tInstance({
  appName: "benchmark",
  adapter,
  trustedOrigins: [process.env.ORIGIN],
  disableGeoLocation: true,
  logger: { level: "error" },
});

const server = createServer(async (incoming, outgoing) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  // Each decision is another visitor's, as they are on a site.
  const visitor = `sub_${randomBytes(12).toString("hex").replaceAll("0", "z")}`;
  const answer = await peer.handler(
    new Request(`http://localhost${incoming.url}`, {
      method: incoming.method,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString().replace("sub_visitor", visitor),
    }),
  );
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "content-length": body.length,
  });
  outgoing.end(body);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

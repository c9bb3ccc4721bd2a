"""The TypeScript client, as its README has it and in Node.js, against the running service."""

from __future__ import annotations

import csv
from pathlib import Path

from tests.support import typescript
from tests.support.expired_tokens import run_out
from tests.support.factories import Panel, make_site, unique
from tests.support.live_server import LiveServer

CALLS = 8
# Each script prints its results as JSON.
RENEWAL = """
import { MemoryStore, Workspace } from "consent-client";

let renewals = 0;
const real = globalThis.fetch;
globalThis.fetch = (request, options) => {
  if (request.url.endsWith("/v1/auth/refresh")) renewals += 1;
  return real(request, options);
};
const { URL, EXPIRED, REFRESH, CALLS } = process.env;
const store = new MemoryStore({ accessToken: EXPIRED, refreshToken: REFRESH });
const workspace = new Workspace(URL, store);
const call = async () => (await workspace.api.GET("/v1/workspace")).data.slug;
const rounds = [];
for (const round of [1, 2, 3]) {
  renewals = 0;
  store.save({ ...store.load(), accessToken: EXPIRED });
  const slugs = await Promise.all(Array.from({ length: Number(CALLS) }, call));
  rounds.push({ slugs: [...new Set(slugs)], answers: slugs.length, renewals });
}
// A body is sent again whole.
store.save({ ...store.load(), accessToken: EXPIRED });
const changed = await workspace.api.PATCH("/v1/workspace", { body: { name: "Another name" } });
const old = store.load();
await workspace.signOut();
const names = [];
const refused = async (name, call) => {
  try { await call(); } catch (error) { names.push([name, error.name, error.code]); }
};
await refused("signed out", call);
const other = new MemoryStore({ ...old, accessToken: EXPIRED });
await refused("ended", () => new Workspace(URL, other).api.GET("/v1/workspace"));
console.log(JSON.stringify({
  rounds, name: changed.data.name, names, kept: [store.load() ?? null, other.load() ?? null],
}));
"""
READING = """
import { ApiError, Reader, openClient } from "consent-client";
import { exportTo } from "consent-client/node";

const { URL, KEY, DOMAIN, EXPORT } = process.env;
const reader = new Reader(URL, KEY);
const gather = async (rows) => {
  const ids = [];
  for await (const row of rows) ids.push(row.id);
  return ids;
};
const from = new Date(Date.now() - 3_600_000);
const pages = await gather(reader.receipts({ page: 2, domainId: DOMAIN, from }));
const whole = await gather(reader.exported({ domainId: DOMAIN }));
const domains = await gather(reader.domains({ page: 1 }));
const size = await exportTo(reader, EXPORT, "csv", { domainId: DOMAIN });
const stream = await reader.export("ndjson", { domainId: DOMAIN });
const manifest = stream.headers.get("X-Export-Manifest");
await stream.body.cancel();
for await (const row of reader.exported()) break;

const refusal = async (call) => {
  try { await call; } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { name, status, code, errors, message } = error;
    return { name, status, code, errors, message };
  }
};
console.log(JSON.stringify({
  pages, whole, domains, size, manifest,
  invalid: await refusal(reader.receipts({ country: "Nowhere" }).next()),
  foreign: await refusal(new Reader(URL, "cmk_wrong").domains().next()),
  scope: await refusal(openClient(URL, { token: KEY }).GET("/v1/workspace")),
  missing: await refusal(openClient(URL).GET("/v1/public/domains/{domainId}/banner",
    { params: { path: { domainId: "0197f0a0-0000-7000-8000-000000000004" } } })),
}));
"""
SIGN_IN = """
import { Account, register, signIn, Workspace } from "consent-client";
import { TOTP } from "otpauth";

const { URL, EMAIL } = process.env;
const person = { email: EMAIL, password: "correct horse battery" };
const prompts = [];
const code = ({ secret }) => new TOTP({ secret }).generate();
const registered = await register(URL, { ...person, code, organizationName: "Engines" });
const { slug } = await registered.startDemo();
const next = async (prompt) => { prompts.push(prompt); return registered.backupCodes.pop(); };
const account = await signIn(URL, { ...person, code: next });
const workspace = await signIn(URL, { ...person, workspace: slug, code: next });
console.log(JSON.stringify({
  prompts,
  kinds: [account instanceof Account, workspace instanceof Workspace],
  email: (await account.api.GET("/v1/account")).data.email,
  slugs: [workspace.slug, (await workspace.api.GET("/v1/workspace")).data.slug],
}));
"""
# A proxy may answer in the service's place, or not at all.
PROXY = """
import { createServer } from "node:http";
import { openClient } from "consent-client";

const answers = [
  [429, { "Retry-After": "7", "Content-Type": "application/problem+json" },
   JSON.stringify({ code: "rate_limited" })],
  [502, { "Retry-After": "Sat, 21 Nov 2026 12:00:00 GMT" }, "<h1>Bad Gateway</h1>"],
  [418, {}, "[]"],
  [500, { "Content-Type": "application/problem+json" },
   JSON.stringify({ code: "internal_error", instance: "urn:request-id:0123456789ab" })],
];
const proxy = createServer((_, response) => {
  const [status, headers, body] = answers.shift() ?? [];
  if (status) response.writeHead(status, headers).end(body);
}).listen(0, "127.0.0.1");
await new Promise((listening) => proxy.on("listening", listening));
const api = openClient(`http://127.0.0.1:${proxy.address().port}/`, { timeout: 0.5, retries: 0 });
const errors = [];
for (const turn of [1, 2, 3, 4, 5]) {
  try { await api.GET("/v1/health/ready"); } catch (error) {
    const { name, code = null, retryAfter = null, instance = null } = error;
    errors.push([name, code, retryAfter, instance]);
  }
}
console.log(JSON.stringify(errors));
proxy.closeAllConnections();
proxy.close();
"""


def test_the_readme_ends_with_an_exported_receipt(
    node_project: Path, live: LiveServer, project: Path, tmp_path: Path
) -> None:
    assert len(typescript.blocks(project)) == 5
    file = tmp_path / "receipts.csv"
    result_ = typescript.run(
        node_project,
        (node_project / "readme.js").read_text(encoding="utf-8"),
        CONSENT_URL=live.url,
        EMAIL=f"{unique('ada')}@example.com",
        EXPORT=str(file),
    )
    assert result_.returncode == 0, result_.stderr
    stored, receipt, counted, refused = result_.stdout.splitlines()
    header, line = file.read_text(encoding="utf-8").splitlines()
    assert header.startswith("id,domainId,hostname")
    identifier, hostname, _ = receipt.split()
    assert hostname == "shop.localhost"
    assert line.startswith(f'"{identifier}",')
    assert stored == "Keep these: 10 backup codes"
    assert counted == f"{file.stat().st_size} bytes, 1 receipts"
    assert refused == "email_taken"


def test_signing_in_with_and_without_a_workspace(node_project: Path, live: LiveServer) -> None:
    email = f"{unique('ada')}@example.com"
    result = typescript.run_script(node_project, SIGN_IN, URL=live.url, EMAIL=email)
    assert result["prompts"] == [{"email": email, "attempt": 1}] * 2
    assert result["kinds"] == [True, True]
    assert result["email"] == email
    assert len(set(result["slugs"])) == 1
    assert result["slugs"][0].startswith("engines")


def test_many_calls_renew_once(node_project: Path, live: LiveServer, panel: Panel) -> None:
    result = typescript.run_script(
        node_project,
        RENEWAL,
        URL=live.url,
        EXPIRED=run_out(live.application, panel.access_token),
        REFRESH=panel.refresh_token,
        CALLS=str(CALLS),
    )
    slug = panel.organization["slug"]
    assert result["rounds"] == [{"slugs": [slug], "answers": CALLS, "renewals": 1}] * 3
    assert result["name"] == "Another name"
    assert result["names"] == [
        ["signed out", "Unauthenticated", "unauthenticated"],
        ["ended", "Unauthenticated", "invalid_refresh_token"],
    ]
    assert result["kept"] == [None, None]


def test_pages_exports_and_errors(
    node_project: Path, live: LiveServer, panel: Panel, tmp_path: Path
) -> None:
    site = make_site(panel)
    ids = [site.decide().json["id"] for _ in range(5)][::-1]
    file = tmp_path / "receipts.csv"
    result = typescript.run_script(
        node_project,
        READING,
        URL=live.url,
        KEY=site.key,
        DOMAIN=site.id,
        EXPORT=str(file),
    )
    assert result["pages"] == result["whole"] == ids
    assert result["domains"] == [site.id]
    with file.open(encoding="utf-8", newline="") as lines:
        assert [row["id"] for row in csv.DictReader(lines)] == ids
    assert result["size"] == file.stat().st_size
    assert list(tmp_path.iterdir()) == [file]
    assert result["manifest"].startswith(f"{live.url}/v1/api/export-manifests/")
    invalid = result["invalid"]
    assert (invalid["name"], invalid["status"]) == ("BadRequest", 400)
    assert invalid["code"] == "validation_failed"
    assert [error["pointer"] for error in invalid["errors"]] == ["#/query/country"]
    assert "#/query/country" in invalid["message"]
    assert result["foreign"]["name"] == result["scope"]["name"] == "Unauthenticated"
    assert result["missing"]["name"] == "NotFound"


def test_a_proxys_response_is_reported_too(node_project: Path) -> None:
    assert typescript.run_script(node_project, PROXY) == [
        ["RateLimited", "rate_limited", 7, None],
        ["Unavailable", "unknown", None, None],
        ["ApiError", "unknown", None, None],
        ["Unavailable", "internal_error", None, "urn:request-id:0123456789ab"],
        ["NetworkError", None, None, None],
    ]

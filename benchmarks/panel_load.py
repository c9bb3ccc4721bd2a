"""``python -m benchmarks.panel_load [--times N]``: how long the panel's pages take on a slow phone.

Chromium loads the pages through nginx with HTTP/2, set up as in docs/self-hosting.md, at 1.6 Mbit/s
down, 750 kbit/s up and a latency of 150 ms (Lighthouse's slow 4G), with a processor slowed down
four times. For each page, with an empty cache and on a later visit, prints the best and the median
of N loads:

- ``kB``: the compressed bytes transferred, including headers and responses of the API; -
``interactive``: the heading and everything on the first screen (controls, the editor's fields,
rows, plots) is painted, and no task of 50 ms or more blocks then or later; - ``complete``: all data
that the page reads from the API has arrived.

DevTools does not slow down the connection setup (TCP and TLS), so a first visit takes three round
trips more.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright
from webtest import TestApp

from consent_app import make_app
from consent_app.application import utc_now
from consent_app.panel.pages import pages
from consent_app.statistics.roll_ups import roll_up
from tests.browser.conftest import ARGUMENTS
from tests.browser.test_account_pages import mailed_link
from tests.support.databases import Databases
from tests.support.factories import Panel, Site, make_panel, make_site
from tests.support.harness import Harness, make_application, make_settings
from tests.support.live_server import LiveServer, start_live_server
from tests.support.members import inviting
from tests.support.panel_paths import path_for
from tests.support.panel_signing import keep
from tests.support.processes import free_port

ROOT = Path(__file__).parent.parent
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
PHONE: ViewportSize = {"width": 360, "height": 740}
QUIET_MS = 700
_NGINX = """
worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{
    listen 127.0.0.1:{port} ssl http2;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
    location / {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto https;
    }}
  }}
}}
"""
# Records when the first screen is painted, when all responses have arrived, and which tasks
# blocked. It measures after each frame, when reading positions causes no layout.
_WATCH = """
(() => {
  const measured = (window.__load = { first: 0, complete: 0, blocked: 0, painted: 0 });
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) measured.blocked = task.startTime + task.duration;
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    const [painted] = list.getEntriesByName("first-contentful-paint");
    if (painted) measured.painted = painted.startTime;
  }).observe({ type: "paint", buffered: true });
  let waiting = false;
  const look = () => {
    waiting = false;
    const main = document.querySelector("#panel main");
    if (!main || !main.querySelector("h1") || main.closest("noscript")) return;
    if (location.pathname.endsWith("/banner") && !main.querySelector(".fields input")) return;
    const awaited = [...main.querySelectorAll(".skeleton, svg[aria-busy=true]")];
    const now = performance.now();
    if (awaited.some((each) => each.getBoundingClientRect().top < innerHeight)) measured.first = 0;
    else measured.first ||= now;
    if (awaited.length) measured.complete = 0;
    else measured.complete ||= now;
  };
  const later = () => {
    if (!waiting) requestAnimationFrame(() => setTimeout(look));
    waiting = true;
  };
  const all = { childList: true, subtree: true, attributes: true };
  new MutationObserver(later).observe(document, all);
})();
"""
_COMPLETE = "window.__load?.complete ?? 0"


@dataclass(frozen=True, slots=True)
class Load:
    """One load of a page: bytes, and milliseconds since the navigation began."""

    size: int
    requests: int
    interactive: float
    complete: float


@contextmanager
def proxied(folder: Path) -> Iterator[tuple[LiveServer, int]]:
    """Run nginx in front of the service; yield the service and nginx's port."""
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    port, behind = free_port(), free_port()
    certificate = [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=localhost",
        "-days",
        "2",
    ]
    subprocess.run(
        ["openssl", *certificate, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        check=True,
        capture_output=True,
    )
    (folder / "nginx.conf").write_text(_NGINX.format(folder=folder, port=port, behind=behind))
    live = start_live_server(
        ROOT,
        Databases(folder, None).fresh("sqlite"),
        folder / "var",
        folder / "log",
        port=behind,
        **{f"CONSENT_{name.upper()}": value for name, value in origins(port).items()},
    )
    process = subprocess.Popen([nginx, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        time.sleep(0.5)
        yield live, port
    finally:
        process.terminate()
        process.wait(10)
        live.stop()


def client_of(live: LiveServer, port: int) -> TestApp:
    """Return a client with tokens for the service behind nginx."""
    settings_of_live = live.application.settings
    settings = make_settings(
        settings_of_live.database_url,
        settings_of_live.var_dir,
        port=str(live.port),
        **origins(port),
    )
    application = make_application(settings)
    return Harness(application, make_app(application)).client()


def origins(port: int) -> dict[str, str]:
    """Return the settings that name the service's origins."""
    return {
        "public_origin": f"https://localhost:{port}",
        "workspace_origin": f"https://{{slug}}.localhost:{port}",
        "base_url": f"https://localhost:{port}",
    }


def addresses(site: Site, port: int, invitation: str) -> dict[str, str]:
    """Return the address of every page of ``routes.js``, by its site and path.

    ``invitation`` is the token of an invitation.
    """
    slug = site.panel.organization["slug"]
    origins = {
        "public": f"https://localhost:{port}",
        "workspace": f"https://{slug}.localhost:{port}",
    }
    values = {}
    for page in pages():
        path = path_for(site, page.path)
        if path not in ("/handoff", "/sign-in/provider") and (page.site, path) != ("public", "/"):
            fragment = f"#token={invitation}" if path == "/invite" else ""
            values[f"{page.site} {page.path}"] = origins[page.site] + path + fragment
    return values


def invite(live: LiveServer, panel: Panel) -> str:
    """Invite a person; return the token in their mail."""
    body = {"email": "guest@example.com", "role": "viewer"}
    inviting(panel, live.application).post("/v1/invitations", body, status=201)
    return urlsplit(mailed_link(live, body["email"], "invited")).fragment.removeprefix("token=")


def sessions_of(panel: Panel) -> dict[str, dict[str, str]]:
    """Return the sessions of a workspace and of the account, by their storage keys."""
    code = panel.post("/v1/auth/account-handoff", status=200).json["code"]
    answer = panel.app.post_json("/v1/auth/account-handoff/exchange", {"code": code}).json
    return {
        f"workspace:{panel.organization['slug']}": {
            "accessToken": panel.access_token,
            "refreshToken": panel.refresh_token,
        },
        "account": {"accessToken": answer["accountToken"], "refreshToken": ""},
    }


def load(page: Page, link: CDPSession, address: str, *, cold: bool) -> Load:
    """Load a page once."""
    sizes: list[float] = []
    link.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto("about:blank")
    if cold:
        link.send("Network.clearBrowserCache")
    sizes.clear()
    page.goto(address, wait_until="commit")
    # The content security policy forbids Playwright's own waiting, which evaluates strings.
    expected = {"complete": 0}
    while not expected["complete"] or expected["complete"] != page.evaluate(_COMPLETE):
        expected = page.evaluate("window.__load ?? { complete: 0 }")
        page.wait_for_timeout(QUIET_MS)
    expected = page.evaluate("window.__load")
    if page.get_by_role("dialog").count():
        raise RuntimeError(f"{address} shows a dialog: its session is not taken")
    interactive = max(expected["first"], expected["blocked"], expected["painted"])
    return Load(int(sum(sizes)), len(sizes), interactive, max(expected["complete"], interactive))


def measure(browser: Browser, site: Site, address: str, times: int) -> dict[bool, list[Load]]:
    """Return the loads of a page, with an empty cache (True) and on later visits."""
    context = browser.new_context(viewport=PHONE, locale="de-DE", ignore_https_errors=True)
    page = context.new_page()
    page.goto(urljoin(address, "/sign-in"))
    page.get_by_role("heading", level=1).wait_for()
    if not address.endswith("/sign-in"):
        for name, tokens in sessions_of(site.panel).items():
            keep(page, name, tokens)
    page.add_init_script(_WATCH)
    link = context.new_cdp_session(page)
    link.send("Network.enable")
    link.send("Network.emulateNetworkConditions", SLOW_4G)
    link.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    results = {
        cold: [load(page, link, address, cold=cold) for _ in range(times)] for cold in (True, False)
    }
    context.close()
    return results


def main() -> int:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--only", default="", help="pages whose name has this in it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, proxied(Path(name)) as (live, port):
        client = client_of(live, port)
        site = make_site(make_panel(client, utc_now()), region="EU")
        for _ in range(30):
            site.decide()
        roll_up(live.application)
        print(f"{'':28}{'empty cache':^36}{'later visit':^30}")
        print(f"{'page':28}{'kB':>6}{'files':>6}{'interactive':>13}{'complete':>11}", end="")
        print(f"{'kB':>7}{'interactive':>12}{'complete':>11}   best (median), ms")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=ARGUMENTS
            )
            for name, address in addresses(site, port, invite(live, site.panel)).items():
                if arguments.only in name:
                    print(line(name, measure(browser, site, address, arguments.times)), flush=True)
            browser.close()
    return 0


def line(name: str, result: dict[bool, list[Load]]) -> str:
    """Return a page's row."""

    def times(loads: list[Load], measure: str) -> str:
        all_ = [getattr(item, measure) for item in loads]
        return f"{min(all_):.0f} ({statistics.median(all_):.0f})"

    cold, warm = result[True], result[False]
    row = f"{name:28}{cold[0].size / 1000:6.0f}{cold[0].requests:6}"
    row += f"{times(cold, 'interactive'):>13}{times(cold, 'complete'):>13}"
    return row + (
        f"{warm[-1].size / 1000:6.0f}{times(warm, 'interactive'):>13}{times(warm, 'complete'):>13}"
    )


if __name__ == "__main__":
    sys.exit(main())

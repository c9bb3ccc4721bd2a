"""``python -m tools.pictures``: take the README's screenshots, ``docs/images/*.png``.

It starts a service with an example workspace (one domain, thirty days of made-up counts, some
receipts), and opens the panel in Chromium. Look at the pictures before you commit them.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from playwright.sync_api import Browser, Page, expect, sync_playwright
from sqlalchemy import insert

from consent_app.application import utc_now
from consent_app.statistics.models import consent_impressions, hourly_counts
from consent_app.statistics.roll_ups import roll_up
from tests.browser.conftest import ARGUMENTS
from tests.support.databases import Databases
from tests.support.factories import Site, make_panel, make_site
from tests.support.live_server import LiveServer, start_live_server
from tests.support.panel_signing import sign_in
from tests.support.traffic import follow, wait_until_quiet

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "images"
PORT = 6543
"""The port of ``make serve``, because the pictures show it. No other server may use it."""
DAYS = 30
HOSTNAME = "shop.example.com"
NAME = "Analytical Engines"
REFUSED = {"analytics": False, "marketing": False, "preferences": False}
SHARES = {"accept_all": 0.46, "custom": 0.17, "reject_all": 0.37}
COUNTRIES = {"DE": 0.55, "AT": 0.2, "FR": 0.15, "GB": 0.1}


def example(live: LiveServer) -> Site:
    """Create a workspace with a site, its counts and some receipts."""
    panel = make_panel(live.harness.client(), utc_now(), email="ada@example.com")
    panel.patch("/v1/workspace", {"name": NAME}, status=200)
    site = make_site(panel, HOSTNAME, region="EU")
    path = f"/v1/domains/{site.id}/banner"
    banner = panel.get(path).json["banner"]
    banner |= {"controller": f"{NAME} Ltd", "policyUrl": f"https://{HOSTNAME}/privacy"}
    panel.put(path, banner, status=200)
    panel.post(f"{path}/publish", {}, status=200)
    site.version = 2
    counted(live, site)
    site.decide()
    site.decide(action="reject_all", **REFUSED)
    site.decide(action="custom", marketing=False)
    roll_up(live.application)
    return site


def counted(live: LiveServer, site: Site) -> None:
    """Add made-up counts for some weeks, the same in each run."""
    chance = random.Random(0)
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    site_columns = {
        "workspace_id": UUID(site.panel.organization["id"]),
        "domain_id": UUID(site.id),
        "banner_version": 1,
    }
    decided: list[dict[str, Any]] = []
    impressions: list[dict[str, Any]] = []
    for days in range(1, DAYS):
        hour = today - timedelta(days=days) + timedelta(hours=10)
        busy = (0.6 if hour.weekday() > 4 else 1.0) * chance.uniform(0.8, 1.1) * (1.2 - days / 75)
        for device, part in (("mobile", 0.6), ("desktop", 0.33), ("tablet", 0.07)):
            at = {**site_columns, "hour": hour, "device": device}
            impressions.append({**at, "count": round(1480 * busy * part)})
            decided += [
                {
                    **at,
                    "action": action,
                    "country": country,
                    "count": round(1130 * busy * part * share * of * chance.uniform(0.9, 1.1)),
                }
                for action, share in SHARES.items()
                for country, of in COUNTRIES.items()
            ]
    with live.application.database.transaction() as session:
        session.execute(insert(hourly_counts), decided)
        session.execute(insert(consent_impressions), impressions)


def take(page: Page, site: Site, origin: str) -> None:
    """Take the screenshots."""
    receipt = site.receipts()[0]["id"]
    new = make_site(site.panel, "blog.example.com", key=site.key, region="EU").id
    for name, path in (
        ("overview", "/"),
        ("first-steps", f"/start?domain={new}"),
        ("banner-editor", f"/domains/{site.id}/banner"),
        ("receipt", f"/receipts/{receipt}"),
    ):
        page.goto(origin + path)
        page.get_by_role("heading", level=1).wait_for()
        wait_until_quiet(page)
        expect(page.get_by_text("Loading …")).to_have_count(0)
        page.evaluate(
            "Promise.allSettled(document.getAnimations().map((animation) => animation.finished))"
        )
        page.screenshot(path=FOLDER / f"{name}.png")


def opened(browser: Browser) -> Page:
    """Return a tab of the screenshots' size."""
    viewport = {"width": 1180, "height": 800}
    page = browser.new_page(viewport=viewport, locale="en-GB")  # type: ignore[arg-type]
    follow(page.context)
    return page


def main() -> int:
    """Take all screenshots."""
    path = shutil.which("chromium")
    if path is None:
        print("Chromium was not found. On Debian: apt-get install chromium", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        live = start_live_server(
            *(ROOT, Databases(folder, None).fresh("sqlite"), folder / "var", folder / "log"),
            port=PORT,
        )
        try:
            site = example(live)
            origin = f"http://{site.panel.organization['slug']}.localhost:{live.port}"
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
                page = opened(browser)
                sign_in(page, origin, site.panel)
                take(page, site, origin)
                browser.close()
        finally:
            live.stop()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

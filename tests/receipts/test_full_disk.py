"""A disk that fills up while decisions are recorded: 503, and nothing that was answered is lost."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import select

from consent_app import make_app
from consent_app.application import utc_now
from consent_app.receipts.models import consent_receipts
from tests.support import postgres
from tests.support.databases import Databases
from tests.support.disks import fill, small_disk
from tests.support.factories import Site, accept_all, make_panel, make_site
from tests.support.harness import Harness, make_application, make_settings


class Page:
    """A visitor's page: it sends a decision again, with its key, until it has its 201."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.receipts: list[str] = []
        self.statuses: Counter[int] = Counter()

    def decide(self, key: str) -> bool:
        response = self.site.panel.app.post_json(
            f"/v1/public/domains/{self.site.id}/consents",
            accept_all(),
            headers={"Origin": self.site.origin, "Idempotency-Key": key},
            expect_errors=True,
        )
        self.statuses[response.status_int] += 1
        if response.status_int == 201:
            self.receipts.append(response.json["id"])
        else:
            assert response.json["code"] == "unavailable"
            assert int(response.headers["Retry-After"]) > 0
        return bool(response.status_int == 201)


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_a_full_disk_refuses_and_loses_nothing(dialect: str, tmp_path: Path) -> None:
    with small_disk(16 if dialect == "sqlite" else 320) as disk:
        server = None
        if dialect == "postgresql":
            server = postgres.start(durable=True, within=disk)
            if server is None:
                pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
        url = Databases(disk, server.url if server else None).fresh(dialect)
        application = make_application(make_settings(url, tmp_path))
        try:
            page = Page(
                make_site(
                    make_panel(Harness(application, make_app(application)).client(), utc_now())
                )
            )
            for _ in range(5):
                assert page.decide(str(uuid4()))
            filler = fill(disk)
            waiting = []
            for _ in range(4000):
                key = str(uuid4())
                if not page.decide(key):
                    waiting.append(key)
                    if len(waiting) == 5:
                        break
            assert page.statuses[503] == 5, page.statuses
            filler.unlink()
            if server is not None and not server.running():
                server.restart()
            # If its log had no room, the server stops, and takes a moment to restart.
            until = time.monotonic() + 30
            while not page.decide(waiting[0]) and time.monotonic() < until:
                time.sleep(0.2)
            assert all(page.decide(key) for key in waiting)
            assert page.decide(str(uuid4()))
            with application.database.session(read_only=True) as session:
                stored = Counter(str(row) for row in session.scalars(select(consent_receipts.c.id)))
            assert set(stored) == set(page.receipts)
            assert set(stored.values()) == {1}
            assert set(page.statuses) == {201, 503}
        finally:
            application.database.dispose()
            if server is not None:
                server.stop()

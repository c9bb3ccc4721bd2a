"""Statistics over HTTP, on the day that the tests use."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.support.factories import Site

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
REFUSED = {"analytics": False, "marketing": False, "preferences": False}
START = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)  # a Wednesday


def stats(site: Site, **query: Any) -> Any:
    status = query.pop("status", 200)
    defaults = {"from": "2026-11-18T00:00:00Z", "to": "2026-11-18T23:00:00Z", "interval": "day"}
    clock = site.panel.app.application.clock
    now = clock()
    clock.freeze(START)  # when the access token was still good
    response = site.panel.get("/v1/consent-stats", params={**defaults, **query}, status=status)
    clock.freeze(now)
    return response.json

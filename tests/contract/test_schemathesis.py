"""schemathesis over every operation, with real credentials, on both databases, all checks on.

The values at the bounds of each schema are the same every time and most of all cases: they go to
PostgreSQL, which refuses more than SQLite. ``make fuzz`` sends them there too. SQLite gets
fewer cases that are drawn by chance, and others: from a seed of its own.
"""

from __future__ import annotations

from pathlib import Path

from consent_app.openapi.document import Document
from tests.billing.conftest import paid_through
from tests.support.fuzzing_aims import (
    ApplicationUnderTest,
    make_aim,
    the_credentials_lasted,
)
from tests.support.harness import Harness
from tests.support.internet import led_into, running
from tests.support.stripe_server import serving

WITHOUT_BOUNDS = ("examples", "fuzzing", "stateful")
EXAMPLES_ON_SQLITE = 6


def test_nothing_is_found(
    harness: Harness, document: Document, tmp_path: Path, dialect: str
) -> None:
    # Importing schemathesis takes half a second, of each process that collects this module.
    from tests.support.fuzzing import Tally, configuration, make_schema, run, served

    service = ApplicationUnderTest(harness.wsgi, make_aim(harness))
    tally = Tally()
    with (
        running(tmp_path) as internet,
        led_into(internet, harness.wsgi),
        serving() as stripe,
        paid_through(stripe, harness),
        served(service) as url,
    ):
        settings = (
            configuration(EXAMPLES_ON_SQLITE, 1, WITHOUT_BOUNDS)
            if dialect == "sqlite"
            else configuration()
        )
        run(make_schema(url, service, settings), tally)
        the_credentials_lasted(service.site)
    assert not tally.failures, "\n\n".join(tally.failures[:20])
    assert tally.fuzzed == {f"{m.upper()} {path}" for path, m, *_ in document.operations()}

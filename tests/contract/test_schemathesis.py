"""schemathesis over every operation, with real credentials, on both databases, all checks on.

The values at the bounds of each schema are the same every time and most of all cases: they go to
PostgreSQL, which refuses more than SQLite. ``make fuzz`` sends them there too.
"""

from __future__ import annotations

from pathlib import Path

from consent_app.api.document import Document
from tests.billing.conftest import paid_through
from tests.contract.aims import Door, make_aim
from tests.contract.fuzzing import (
    Tally,
    configuration,
    make_schema,
    run,
    served,
)
from tests.stripe_server import serving
from tests.support.internet import led_into, running
from tests.worlds import World

WITHOUT_BOUNDS = ("examples", "fuzzing", "stateful")


def test_nothing_is_found(world: World, document: Document, tmp_path: Path, dialect: str) -> None:
    door = Door(world.wsgi, make_aim(world))
    tally = Tally()
    with (
        running(tmp_path) as internet,
        led_into(internet, world.wsgi),
        serving() as stripe,
        paid_through(stripe, world),
        served(door) as url,
    ):
        phases = WITHOUT_BOUNDS if dialect == "sqlite" else ()
        run(make_schema(url, door, configuration(phases=phases)), tally)
    assert not tally.failures, "\n\n".join(tally.failures[:20])
    assert tally.fuzzed == {f"{m.upper()} {path}" for path, m, *_ in document.operations()}

"""schemathesis over every operation, with real credentials, on both databases, all checks on."""

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


def test_nothing_is_found(world: World, document: Document, tmp_path: Path) -> None:
    door = Door(world.wsgi, make_aim(world))
    tally = Tally()
    with (
        running(tmp_path) as internet,
        led_into(internet, world.wsgi),
        serving() as stripe,
        paid_through(stripe, world),
        served(door) as url,
    ):
        run(make_schema(url, door, configuration()), tally)
    assert not tally.failures, "\n\n".join(tally.failures[:20])
    assert tally.fuzzed == {f"{m.upper()} {path}" for path, m, *_ in document.operations()}

"""``consent-app demo seed``: what it records when it is interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from consent_app.application import Application
from consent_app.cli import main
from tests.support.audit import audit_events
from tests.support.commands import Run, lead_to
from tests.support.factories import Site


@pytest.mark.parametrize(("batches", "changes"), [([], []), ([20], ["20"]), ([20, 40], ["40"])])
def test_an_interruption_records_what_was_added(
    run: Run,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    batches: list[int],
    changes: list[str],
) -> None:
    def interrupted(*arguments: Any) -> Iterator[int]:
        yield from batches
        raise KeyboardInterrupt

    monkeypatch.setattr("consent_app.admin.demo.seed_receipts", interrupted)
    slug = site.panel.organization["slug"]
    run("demo", "seed", "--receipts", "60", "--workspace", slug, status=1)
    events = audit_events(site.panel, event="receipts.generated")
    assert [event["detail"][0]["after"] for event in events] == changes


def test_a_demo_that_was_deleted_is_named(
    isolated_app: Application,
    ini: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lead_to(isolated_app, monkeypatch)

    def seed() -> int:
        return main(["demo", "seed", "--receipts", "3", "--yes", "--ini", ini])

    assert seed() == 0
    assert main(["workspace", "delete", "kiln-kelp", "--yes", "--ini", ini]) == 0
    assert seed() == 2
    assert "`consent-app user delete demo@localhost`" in capsys.readouterr().err
    # What it advises helps.
    assert main(["user", "delete", "demo@localhost", "--yes", "--ini", ini]) == 0
    assert seed() == 0

"""One group of operations at length: what ``make fuzz`` runs, no part of the suite.

A group gets its cases in rounds. Each has a seed, a workspace and credentials of its own, and ends
before an access token does (15 minutes); what a round could not send, because an operation has no
more different requests, goes to the next. Settings come by the environment from `tools/fuzz.py`.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from consent_app.openapi.document import Document
from tests.billing.conftest import paid_through
from tests.support.fuzzing import (
    Tally,
    configuration,
    make_schema,
    run,
    served,
)
from tests.support.fuzzing_aims import ApplicationUnderTest, make_aim, the_credentials_lasted
from tests.support.harness import Harness
from tests.support.internet import led_into, running
from tests.support.stripe_server import serving

ROUND = 2500
"""Cases of the fuzzing phase in a round."""

LINKS = "Links"
"""No tag: only follows the links between all operations, of any tag."""


def operations_of(document: Document, group: str) -> set[str]:
    """Return the operations of a tag, as ``METHOD /path``."""
    return {
        f"{method.upper()} {path}"
        for path, method, _, operation in document.operations()
        if group in (LINKS, operation["tags"][0])
    }


def one_round(harness: Harness, folder: Path, group: str, config: Any, tally: Tally) -> int:
    """Fuzz the group once with these settings; return how many requests reached the service."""
    site = make_aim(harness)
    service = ApplicationUnderTest(harness.wsgi, site)
    with ExitStack() as stack:
        stack.enter_context(led_into(stack.enter_context(running(folder)), harness.wsgi))
        stack.enter_context(paid_through(stack.enter_context(serving()), harness))
        schema = make_schema(stack.enter_context(served(service)), service, config)
        run(schema if group == LINKS else schema.include(tag=group), tally)
        the_credentials_lasted(site)
    return service.requests


def test_a_group_of_operations_has_no_failures(
    harness: Harness, document: Document, tmp_path: Path, dialect: str
) -> None:
    group, cases = os.environ["FUZZ_GROUP"], int(os.environ["FUZZ_CASES"])
    operations = operations_of(document, group)
    began, tally, rounds, requests, seed = time.monotonic(), Tally(), 0, 0, 0
    while tally.sent < cases and not tally.failures:
        # The examples and the values at the bounds are the same each time: they are sent once.
        phases = ["stateful"] if group == LINKS else ["fuzzing", "stateful"] if rounds else []
        left = min(cases - tally.sent, ROUND)
        most = left if group == LINKS else -(-left // len(operations))
        config = configuration(max(most, 1), rounds, phases, inferred=group != LINKS)
        seed = seed or config.seed
        folder = tmp_path / str(rounds)
        folder.mkdir()
        before = tally.drawn.copy()
        requests += one_round(harness, folder, group, config, tally)
        rounds += 1
        drawn = tally.drawn - before
        if group != LINKS and not any(drawn[label] >= most > 1 for label in operations):
            break  # There are no further different requests.
    report = {
        "group": group,
        "database": dialect,
        "operations": len(operations),
        "seeds": [seed, seed + rounds - 1],
        "cases": dict(tally.cases),
        "requests": requests,
        "seconds": round(time.monotonic() - began),
        "answers": {
            label: {
                str(status): n for (of, status), n in sorted(tally.answers.items()) if of == label
            }
            for label in sorted({of for of, _ in tally.answers})
        },
        "links": dict(sorted(tally.followed.items())),
        "checks": dict(sorted(tally.checks.items())),
        "failures": len(tally.failures),
    }
    Path(os.environ["FUZZ_REPORT"]).write_text(json.dumps(report, indent=1), encoding="utf-8")
    assert not tally.failures, "\n\n".join(tally.failures[:20])
    assert group == LINKS or tally.fuzzed == operations

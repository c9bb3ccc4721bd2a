"""What runs schemathesis over the served application: credentials, rounds, and the counts."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import schemathesis
import waitress
from schemathesis.config import SchemathesisConfig
from schemathesis.core.errors import NoLinksFound
from schemathesis.engine import Status, events, from_schema
from schemathesis.engine.run import PhaseName
from waitress import wasyncore

from consent_app.server.channel import Channel
from tests.support.factories import make_person
from tests.support.fuzzing_aims import ApplicationUnderTest, aim, coin

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class Tally:
    """What was sent, what was answered, and what failed."""

    fuzzed: set[str] = field(default_factory=set)
    """The operations that the fuzzing phase has sent cases to, as ``METHOD /path``."""
    cases: Counter[str] = field(default_factory=Counter)
    """How many cases were sent, by phase; those that checks derive (another method, no credential
    or a wrong one) are among them."""
    drawn: Counter[str] = field(default_factory=Counter)
    """How many cases the fuzzing phase has drawn for each operation."""
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How often each operation answered with each status."""
    followed: Counter[str] = field(default_factory=Counter)
    """How often each link was followed, as ``METHOD /path -> [status] name -> METHOD /path``."""
    checks: Counter[str] = field(default_factory=Counter)
    """How often each check was made."""
    failures: list[str] = field(default_factory=list)
    """What was found, each with the curl command that repeats it."""

    @property
    def sent(self) -> int:
        """How many cases were sent in all."""
        return self.cases.total()

    def note(self, event: events.ScenarioFinished) -> None:
        """Count a finished scenario, and keep what failed in it."""
        recorder = event.recorder
        if event.phase is PhaseName.FUZZING and event.status is not Status.SKIP:
            self.fuzzed.add(recorder.label)
        for name, node in recorder.cases.items():
            answer = recorder.interactions.get(name)
            if answer is None or answer.response is None:
                continue
            label = node.value.operation.label
            self.cases[event.phase.value] += 1
            self.answers[label, answer.response.status_code] += 1
            if event.phase is PhaseName.FUZZING and node.parent_id is None:
                self.drawn[label] += 1
            if node.transition is not None and node.is_transition_applied:
                self.followed[node.transition.id] += 1
        for checks in recorder.checks.values():
            for check in checks:
                self.checks[check.name] += 1
                if (info := check.failure_info) is not None:
                    self.add_failure(f"{recorder.label} {info.failure}\n{info.code_sample}")

    def add_failure(self, failure: str) -> None:
        """Keep a failure, once."""
        if failure not in self.failures:
            self.failures.append(failure)


@contextmanager
def served(wsgi: Any) -> Iterator[str]:
    """Serve an application on the loopback address and yield its URL.

    schemathesis can call WSGI directly, but its checks of credentials fail there (4.32).
    """
    server = waitress.create_server(wsgi, host="127.0.0.1", port=0, threads=4)
    # It refuses what is not HTTP with problem details.
    server.channel_class = Channel
    server.leaving = threading.Event()
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()

    def end() -> None:
        # The loop continues while a connection is open, and clients keep theirs.
        server.close()
        wasyncore.close_all(server._map, ignore_all=True)

    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.trigger.pull_trigger(end)
        server.task_dispatcher.shutdown()
        thread.join(10)


def configuration(
    examples: int | None = None,
    nth: int = 0,
    phases: Collection[str] = (),
    *,
    inferred: bool = True,
) -> SchemathesisConfig:
    """Return schemathesis.toml's settings; the ``nth`` round's seed is the one there plus ``nth``.

    ``examples`` cases for an operation instead of those there, and only some of the phases. Without
    ``inferred``, the links that the document declares are followed, and none that are inferred.
    """
    config = SchemathesisConfig.from_path(ROOT / "schemathesis.toml")
    config.update(seed=config.seed + nth, max_failures=None)
    if examples is not None:
        config.projects.default.generation.update(max_examples=examples)
    if not inferred:
        config.projects.default.phases.stateful.inference.algorithms = []
    if phases:
        config.projects.default.phases.update(phases=list(phases))
    return config


def read_link_bodies(document: dict[str, Any]) -> None:
    """Turn each link's body, JSON in the document, into what schemathesis follows.

    There it is a text, since openapi-generator refuses a document in which it is anything else.
    """
    for link in document["components"]["links"].values():
        if "requestBody" in link:
            link["requestBody"] = json.loads(link["requestBody"])


def make_schema(url: str, service: ApplicationUnderTest, config: SchemathesisConfig) -> Any:
    """Load the document, with a credential for each scheme and existing objects for the cases."""
    schema = schemathesis.openapi.from_url(f"{url}/openapi.yaml", config=config)
    read_link_bodies(schema.raw_schema)
    aim(schema, service)
    tokens = {
        "accountToken": service.site.panel.person.account_token,
        "accessToken": service.site.panel.access_token,
        "apiKey": service.site.key,
        "proofToken": service.receipt["proofToken"],
    }

    app = service.site.panel.app

    @schema.auth(refresh_interval=None)
    class Credentials:
        """Sends the credential that the operation's security asks for."""

        def get(self, case: Any, context: Any) -> str | None:
            if proof := service.proofs.get((case.path_parameters or {}).get("consentId")):
                return proof
            label = case.operation.label
            # An account has one demo, and that of the site's owner is the site's. If the owner
            # ended their other sessions, later cases would be without a credential.
            if label == "DELETE /v1/account/sessions" or (
                label == "POST /v1/billing/demo" and coin(case.body)
            ):
                return make_person(app, app.application.now()).account_token
            security = case.operation.definition.raw.get("security", [])
            return next((tokens[scheme] for needed in security for scheme in needed), None)

        def set(self, case: Any, data: str, context: Any) -> None:
            case.headers["Authorization"] = f"Bearer {data}"

    return schema


def run(schema: Any, tally: Tally) -> None:
    """Run every phase of the schema's settings, counting into ``tally``."""
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError):
            # The operations of one tag may have no links.
            if isinstance(event.value, NoLinksFound):
                continue
            tally.add_failure(f"{event.label}: {event.info.format()}")
        elif isinstance(event, events.FatalError):
            raise event.exception
        elif isinstance(event, events.ScenarioFinished):
            tally.note(event)

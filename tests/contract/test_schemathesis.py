"""schemathesis over every operation, with real credentials, on both databases, all checks on."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import schemathesis
import waitress
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema
from schemathesis.engine.run import PhaseName

from consent_app.api.document import Document
from tests.factories import Site, bearer, make_panel, make_site
from tests.functional.billing.conftest import paid_through
from tests.functional.domains.internet import led_into, running
from tests.stripe_server import serving
from tests.worlds import World

ROOT = Path(__file__).resolve().parent.parent.parent
GROUP = os.environ.get("FUZZ_GROUP")
"""The one tag to fuzz (`make fuzz`); else everything."""


def from_many_places(wsgi: Any, origin: str) -> Any:
    """Wrap the application so that each request comes from another address, on the domain's page.

    Else one address' limits would answer for most of the operations.
    """

    def wrapped(environ: dict[str, Any], start_response: Any) -> Any:
        environ["REMOTE_ADDR"] = f"2001:db8:{secrets.randbelow(65536):x}::1"
        if environ["PATH_INFO"].startswith("/v1/public/"):
            environ["HTTP_ORIGIN"] = origin
        return wsgi(environ, start_response)

    return wrapped


def is_uuid(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(UUID(value))
    except ValueError:
        return False


@contextmanager
def served(wsgi: Any) -> Iterator[str]:
    """Serve an application on the loopback address and give its URL.

    schemathesis can call WSGI by itself, but its probes of credentials fail there (4.32).
    """
    server = waitress.create_server(wsgi, host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.trigger.pull_trigger(server.close)
        server.task_dispatcher.shutdown()
        thread.join(10)


def make_schema(url: str, site: Site) -> Any:
    """Load the document, with a credential for each scheme and things that are there to aim at."""
    config = SchemathesisConfig.from_path(ROOT / "schemathesis.toml")
    # `make fuzz` asks for more cases than a run of the tests has time for.
    if "FUZZ_EXAMPLES" in os.environ:
        config.projects.default.generation.max_examples = int(os.environ["FUZZ_EXAMPLES"])
    schema = schemathesis.openapi.from_url(f"{url}/openapi.yaml", config=config)
    receipt = site.decide().json
    lines = bearer(site.key) | {"Accept": "application/x-ndjson"}
    exported = site.panel.app.get("/v1/api/consent-events", headers=lines, status=200)
    template = site.panel.post(
        "/v1/banner-templates",
        {
            "name": "Fuzzed",
            "banner": {"categories": [{"id": "analytics"}], "locales": [{"locale": "en"}]},
        },
        status=201,
    ).json
    known = {
        "domainId": site.id,
        "consentId": receipt["id"],
        # The last owner's, who can neither go nor be demoted: the credentials have to last.
        "memberId": site.panel.get("/v1/members").json[0]["id"],
        "apiKeyId": site.panel.post("/v1/api-keys", {"name": "Another"}).json["id"],
        "invitationId": site.panel.post(
            "/v1/invitations", {"email": "fuzzed@example.com", "role": "viewer"}
        ).json["id"],
        "groupId": site.panel.post("/v1/domain-groups", {"name": "Shops"}).json["id"],
        "templateId": template["id"],
        "manifestId": exported.headers["X-Export-Manifest"].rpartition("/")[2],
    }
    tokens = {
        "accountToken": site.panel.person.account_token,
        "accessToken": site.panel.access_token,
        "apiKey": site.key,
        "proofToken": receipt["proofToken"],
    }

    @schema.auth(refresh_interval=None)
    class Credentials:
        """Sends the credential that the operation's security asks for."""

        def get(self, case: Any, context: Any) -> str | None:
            security = case.operation.definition.raw.get("security", [])
            return next((tokens[scheme] for needed in security for scheme in needed), None)

        def set(self, case: Any, data: str, context: Any) -> None:
            case.headers["Authorization"] = f"Bearer {data}"

    @schema.hook
    def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> Any:
        # What was made invalid on purpose stays so; the site that most aim at is not deleted.
        if context.operation.label == "DELETE /v1/domains/{domainId}":
            return path_parameters
        return path_parameters and {
            name: known[name] if name in known and is_uuid(value) else value
            for name, value in path_parameters.items()
        }

    return schema.include(tag=GROUP) if GROUP else schema


def run(schema: Any) -> tuple[set[str], list[str]]:
    """Run every phase. Returns the operations that were fuzzed, and what failed, with its curl."""
    fuzzed, failures = set(), []
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError):
            failures.append(f"{event.label}: {event.info.format()}")
        elif isinstance(event, events.FatalError):
            raise event.exception
        elif isinstance(event, events.ScenarioFinished):
            if event.phase is PhaseName.FUZZING and event.status is not Status.SKIP:
                fuzzed.add(event.recorder.label)
            for checks in event.recorder.checks.values():
                for check in checks:
                    if check.failure_info is not None:
                        info = check.failure_info
                        failures.append(
                            f"{event.recorder.label} {info.failure}\n{info.code_sample}"
                        )
    return fuzzed, list(dict.fromkeys(failures))


def test_nothing_is_found(world: World, document: Document, tmp_path: Path) -> None:
    site = make_site(make_panel(world.client(), world.runtime.now()))
    with (
        running(tmp_path) as internet,
        led_into(internet, world.wsgi),
        serving() as stripe,
        paid_through(stripe, world),
        served(from_many_places(world.wsgi, site.origin)) as url,
    ):
        fuzzed, failures = run(make_schema(url, site))
    assert not failures, "\n\n".join(failures[:20])
    operations = {
        f"{method.upper()} {path}"
        for path, method, _, operation in document.operations()
        if GROUP in (None, operation["tags"][0])
    }
    assert fuzzed == operations

from __future__ import annotations

from pathlib import Path

import pytest
from webtest import TestApp

from tests.support.secrecy import SECRET_MEMBERS, Watch, secrets_in
from tools.yaml_files import read_yaml

TOKEN = "q0Zt-3kD_1xYb8rVnE5s"


@pytest.mark.parametrize(
    ("line", "leaks"),
    [
        (f"GET /v1/account 401, sent {TOKEN}.", True),
        (f"GET /unsubscribe?token={TOKEN}&x=1", True),
        ("said 'correct horse battery' twice", True),
        ("nothing", False),
        (f"another{TOKEN}", False),
    ],
)
def test_a_credential_is_found_in_a_log(tmp_path: Path, line: str, leaks: bool) -> None:
    watch = Watch()
    log = tmp_path / "some.log"
    log.write_text(f"INFO one\n{line}\nINFO two\n")
    watch.logs.add(log)
    watch.credentials |= {TOKEN, "correct horse battery", "012345"}
    result = watch.leaks()
    assert bool(result) is leaks
    assert TOKEN not in "".join(result)


def test_what_passes_a_client_is_noted() -> None:
    def app(environ, start_response):  # type: ignore[no-untyped-def]
        start_response("200 OK", [("Content-Type", "application/json")])
        return [b'{"items": [{"refreshToken": "given"}], "name": "none"}']

    watch = Watch()
    client = TestApp(watch.over(app))
    client.post_json("/", {"password": "sent"}, headers={"Authorization": "Bearer carried"})
    assert watch.credentials == {"sent", "given", "carried"}


def test_a_body_that_is_not_json_has_no_value() -> None:
    assert secrets_in(b'{"password": "cut') == set()
    assert secrets_in(b"[" * 100_000) == set()


def test_every_token_of_the_document_is_watched(project: Path) -> None:
    schemas = read_yaml(project / "openapi.yaml")["components"]["schemas"].values()
    members = {name for schema in schemas for name in schema.get("properties", {})}
    tokens = {name for name in members if name.lower().endswith("token")}
    # A domain's owner publishes it on the site.
    assert tokens - {"verifyToken"} <= SECRET_MEMBERS
    assert len(tokens) > 5

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from sqlalchemy import select, update
from webtest import TestApp

from consent_app.runtime import Runtime
from consent_app.security.api_keys import parse_api_key
from consent_app.workspaces.models import ApiKey, Membership
from tests.factories import bearer, make_key, make_panel
from tests.worlds import MovableClock


def test_a_key_is_shown_once_and_kept_as_a_hash(app: TestApp, runtime: Runtime) -> None:
    panel = make_panel(app, runtime.now())
    answer = panel.post("/v1/api-keys", {"name": "  Warehouse "}, status=201)
    made = answer.json
    assert made["name"] == "Warehouse"
    assert made["scopes"] == ["domains:read", "consents:read"]
    assert made["expiresAt"] is None
    assert made["key"].startswith(made["prefix"] + "_")
    assert answer.headers["Cache-Control"] == "no-store"
    with runtime.database.session(read_only=True) as session:
        row = session.get(ApiKey, uuid.UUID(made["id"]))
        assert row is not None
        assert made["key"].encode() not in row.secret_hash
        assert str(row.created_by) == panel.person.user_id
    assert parse_api_key(made["key"]) is not None


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"name": "x", "expiresAt": "2020-01-01T00:00:00Z"}, "#/expiresAt"),
        ({"name": "x", "scopes": []}, "#/scopes"),
        ({"name": "x", "scopes": ["everything"]}, "#/scopes/0"),
        ({"name": "  "}, "#/name"),
    ],
)
def test_what_does_not_fit_is_named(
    app: TestApp, runtime: Runtime, body: dict[str, object], pointer: str
) -> None:
    panel = make_panel(app, runtime.now())
    refused = panel.post("/v1/api-keys", body, status=400).json
    assert pointer in [part["pointer"] for part in refused["errors"]]


def test_a_viewer_may_look_and_not_touch(app: TestApp, runtime: Runtime) -> None:
    panel = make_panel(app, runtime.now())
    with runtime.database.transaction() as session:
        session.execute(
            update(Membership)
            .where(Membership.user_id == uuid.UUID(panel.person.user_id))
            .values(role="viewer")
        )
    panel.get("/v1/domains", status=200)
    for path, body in (
        ("/v1/api-keys", {"name": "x"}),
        ("/v1/domains", {"hostname": "a.example.com"}),
        (f"/v1/domains/{uuid.uuid4()}/banner/publish", None),
    ):
        assert panel.post(path, body, status=403).json["code"] == "forbidden"


def test_the_last_use_is_kept_at_most_once_a_minute(
    app: TestApp, runtime: Runtime, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    key = make_key(panel)
    parsed = parse_api_key(key)
    assert parsed is not None

    def last_used() -> object:
        with runtime.database.session(read_only=True) as session:
            return session.scalar(select(ApiKey.last_used_at).where(ApiKey.id == parsed.id))

    assert last_used() is None
    seen = []
    for _ in range(4):
        app.get("/v1/api/domains", headers=bearer(key), status=200)
        seen.append(last_used())
        clock.move(seconds=31)
    assert seen[0] == seen[1] != seen[2] == seen[3]
    assert isinstance(seen[2], type(clock()))
    assert clock() - seen[0] > timedelta(minutes=2)  # type: ignore[operator]

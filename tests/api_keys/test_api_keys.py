from __future__ import annotations

import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select, text
from webtest import TestApp

from consent_app.api_keys.models import ApiKey
from consent_app.application import Application
from consent_app.openapi.json import timestamp
from consent_app.security.api_keys import new_api_key, parse_api_key
from consent_app.workspaces.membership_queries import delete_membership, set_role
from consent_app.workspaces.queries import lock_workspace
from tests.support.concurrent_calls import again
from tests.support.factories import Panel, bearer, make_key, make_panel
from tests.support.harness import Harness, MovableClock
from tests.support.members import give_role
from tests.support.waiting import until


def test_a_key_is_shown_once_and_kept_as_a_hash(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    response = panel.post("/v1/api-keys", {"name": "  Warehouse "}, status=201)
    key = response.json
    assert key["name"] == "Warehouse"
    assert key["scopes"] == ["domains:read", "consents:read"]
    assert key["expiresAt"] is None
    assert key["key"].startswith(key["prefix"] + "_")
    assert response.headers["Cache-Control"] == "no-store"
    with application.database.session(read_only=True) as session:
        row = session.get(ApiKey, uuid.UUID(key["id"]))
        assert row is not None
        assert key["key"].encode() not in row.secret_hash
        assert str(row.created_by) == panel.person.user_id
    assert parse_api_key(key["key"]) is not None


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"name": "x", "expiresAt": "2020-01-01T00:00:00Z"}, "#/expiresAt"),
        ({"name": "x", "scopes": []}, "#/scopes"),
        ({"name": "x", "scopes": ["everything"]}, "#/scopes/0"),
        ({"name": "  "}, "#/name"),
    ],
)
def test_invalid_values_are_named(
    app: TestApp, application: Application, body: dict[str, object], pointer: str
) -> None:
    panel = make_panel(app, application.now())
    refused = panel.post("/v1/api-keys", body, status=400).json
    assert pointer in [part["pointer"] for part in refused["errors"]]


def test_a_viewer_may_look_and_not_touch(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    give_role(application, panel, "viewer")
    panel.get("/v1/domains", status=200)
    for path, body in (
        ("/v1/api-keys", {"name": "x"}),
        ("/v1/domains", {"hostname": "a.example.com"}),
        (f"/v1/domains/{uuid.uuid4()}/banner/publish", None),
    ):
        assert panel.post(path, body, status=403).json["code"] == "forbidden"


def test_the_last_use_is_kept_at_most_once_a_minute(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    key = make_key(panel)
    parsed = parse_api_key(key)
    assert parsed is not None

    def last_used() -> object:
        with application.database.session(read_only=True) as session:
            return session.scalar(select(ApiKey.last_used_at).where(ApiKey.id == parsed.id))

    assert last_used() is None
    ids = []
    for _ in range(4):
        app.get("/v1/api/domains", headers=bearer(key), status=200)
        ids.append(last_used())
        clock.move(seconds=31)
    assert ids[0] == ids[1] != ids[2] == ids[3]
    assert isinstance(ids[2], type(clock()))
    assert clock() - ids[0] > timedelta(minutes=2)  # type: ignore[operator]


def test_the_list_shows_everything_except_the_key(app: TestApp, clock: MovableClock) -> None:
    panel = make_panel(app, clock())
    key = make_key(panel, name="First", scopes=["domains:read"])
    soon = (clock() + timedelta(minutes=5)).isoformat()
    make_key(panel, name="Second", expiresAt=soon)
    app.get("/v1/api/domains", headers=bearer(key), status=200)
    response = panel.get("/v1/api-keys", status=200)
    second, first = response.json
    assert [second["name"], first["name"]] == ["Second", "First"]
    assert key not in response.text
    assert key.startswith(first["prefix"] + "_")
    assert first["scopes"] == ["domains:read"]
    assert first["createdBy"] == {"id": panel.person.user_id, "email": panel.person.email}
    assert first["lastUsedAt"] is not None
    assert (second["lastUsedAt"], first["expiresAt"]) == (None, None)
    clock.move(minutes=6)
    assert [entry["name"] for entry in panel.get("/v1/api-keys").json] == ["Second", "First"]


def test_a_revoked_key_ends_with_the_next_request(app: TestApp, application: Application) -> None:
    panel, other_panel = make_panel(app, application.now()), make_panel(app, application.now())
    key = make_key(panel)
    (listed,) = panel.get("/v1/api-keys").json
    path = f"/v1/api-keys/{listed['id']}"
    assert other_panel.delete(path, status=404).json["code"] == "not_found"
    app.get("/v1/api/domains", headers=bearer(key), status=200)
    panel.delete(path, status=204)
    app.get("/v1/api/domains", headers=bearer(key), status=401)
    panel.delete(path, status=404)
    assert panel.get("/v1/api-keys").json == []
    (revoked,) = panel.get("/v1/audit-events?event=api_key.revoked").json
    assert revoked["detail"] == [{"name": "name", "before": "Tests", "after": None}]


def test_a_key_needs_its_secret_too(app: TestApp, application: Application) -> None:
    """Its id is no secret: it is the prefix that lists and logs show."""
    panel = make_panel(app, application.now())
    created = panel.post("/v1/api-keys", {"name": "Warehouse"}, status=201).json
    forged, _ = new_api_key(uuid.UUID(created["id"]))
    assert forged.startswith(created["prefix"])
    app.get("/v1/api/domains", headers=bearer(forged), status=401)
    app.get("/v1/api/domains", headers=bearer(created["key"]), status=200)


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize(("role", "status"), [(None, 401), ("viewer", 403)])
def test_a_person_who_was_just_removed_or_demoted_creates_no_key(
    harness: Harness, panel: Panel, application: Application, role: str | None, status: int
) -> None:
    member = again(harness, panel)
    workspace_id, user_id = uuid.UUID(panel.organization["id"]), uuid.UUID(panel.person.user_id)

    def is_blocking(pid: int) -> bool:
        statement = text("SELECT 1 FROM pg_stat_activity WHERE :pid = ANY(pg_blocking_pids(pid))")
        with application.database.autonomous_transaction() as session:
            return session.scalar(statement, {"pid": pid}) is not None

    with ThreadPoolExecutor(1) as pool, application.database.transaction() as holder:
        lock_workspace(holder, workspace_id)
        pid = holder.scalar(text("SELECT pg_backend_pid()"))
        creation = pool.submit(member.post, "/v1/api-keys", {"name": "Late"}, expect_errors=True)
        until(lambda: is_blocking(pid))
        if role is None:
            delete_membership(holder, workspace_id, user_id)
        else:
            set_role(holder, workspace_id, user_id, role)
        holder.commit()
        assert creation.result().status_int == status
    with application.database.session(read_only=True) as session:
        assert session.scalar(select(ApiKey.id).filter_by(workspace_id=workspace_id)) is None


def test_a_key_expires_at_the_instant_that_was_asked_for(app: TestApp, clock: MovableClock) -> None:
    now = clock.freeze(clock().replace(microsecond=0))
    panel = make_panel(app, now)
    refused = panel.post("/v1/api-keys", {"name": "x", "expiresAt": timestamp(now)}, status=400)
    assert refused.json["errors"][0]["pointer"] == "#/expiresAt"
    key = make_key(panel, expiresAt=timestamp(now + timedelta(seconds=60)))
    clock.move(seconds=59)
    app.get("/v1/api/domains", headers=bearer(key), status=200)
    clock.move(seconds=1)
    app.get("/v1/api/domains", headers=bearer(key), status=401)


def test_a_mistyped_key_is_rejected_without_a_query(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    key = make_key(panel)
    wrong_id = uuid.uuid4()
    unknown, _ = new_api_key(wrong_id)
    statements: list[str] = []

    def count(*args: Any) -> None:
        statements.append(args[2])

    details = []
    event.listen(application.database.engine, "before_cursor_execute", count)
    try:
        for text in (key[:-1], key[:-1] + ("x" if key[-1] != "x" else "y"), key + "0"):
            refused = app.get("/v1/api/domains", headers=bearer(text), status=401)
            assert refused.headers["WWW-Authenticate"].startswith("Bearer")
            assert refused.json["code"] == "unauthenticated"
            details.append(refused.json["detail"])
        assert statements == []
        refused = app.get("/v1/api/domains", headers=bearer(unknown), status=401)
        assert len([text for text in statements if "api_keys" in text]) == 1
    finally:
        event.remove(application.database.engine, "before_cursor_execute", count)
    assert len(set(details)) == 1
    assert "mistyped" in details[0]
    assert "mistyped" not in refused.json["detail"]


def test_a_refused_credential_is_told_where_it_belongs(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    key = make_key(panel)
    revoked, _ = new_api_key(uuid.uuid4())

    def detail(path: str, headers: dict[str, str]) -> str:
        return app.get(path, headers=headers, status=401).json["detail"]

    assert "only below /v1/api." in detail("/v1/consent-events", bearer(key))
    assert "only below /v1/api." in detail("/v1/account", bearer(key))
    assert "a workspace's access token." in detail("/v1/domains", bearer("unknown"))
    assert "or an account token." in detail("/v1/account", bearer("unknown"))
    assert "requires an API key" in detail("/v1/api/domains", bearer(panel.access_token))
    assert "expired or revoked" in detail("/v1/api/domains", bearer(revoked))
    for headers in ({}, {"X-Api-Key": key}, {"Authorization": key}):
        assert "header `Authorization`" in detail("/v1/api/domains", headers)


def test_the_documented_pattern_finds_keys(project: Path) -> None:
    text = (project / "docs" / "api-keys.md").read_text(encoding="utf-8")
    match = re.search(r"`(cmk_\[[^`]+)`", text)
    assert match is not None
    key, _ = new_api_key(uuid.uuid4())
    assert re.fullmatch(match[1], key)
    example = re.search(r"cmk_[0-9a-f]{32}_\w{49}", text)
    assert example is not None
    assert parse_api_key(example[0]) is not None

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import delete, select
from webtest import TestApp

from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.security.signed_tokens import Claims
from consent_app.workspaces.models import Membership, Workspace
from consent_app.workspaces.service import join
from tests.support.factories import bearer, make_key, make_panel, make_person, unique
from tests.support.harness import MovableClock
from tests.support.suspensions import resume, suspend


def refresh(app: TestApp, token: str, status: int = 200) -> dict[str, str]:
    answer: dict[str, str] = app.post_json(
        "/v1/auth/refresh", {"refreshToken": token}, status=status
    ).json
    return answer


def test_a_refresh_gives_a_new_pair(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    pair = refresh(app, panel.refresh_token)
    assert set(pair) == {"accessToken", "refreshToken"}
    assert pair["refreshToken"] != panel.refresh_token
    app.get("/v1/domains", headers=bearer(pair["accessToken"]), status=200)


def test_a_reused_token_ends_its_family_permanently(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    other_panel = make_panel(app, application.now())
    pair = refresh(app, panel.refresh_token)
    refused = refresh(app, panel.refresh_token, 401)
    assert refused["code"] == "invalid_refresh_token"
    assert refresh(app, pair["refreshToken"], 401)["code"] == "invalid_refresh_token"
    for token in (panel.access_token, pair["accessToken"]):
        app.get("/v1/domains", headers=bearer(token), status=401)
    other_panel.get("/v1/domains", status=200)


def test_reusing_an_expired_token_ends_nothing(app: TestApp, clock: MovableClock) -> None:
    panel = make_panel(app, clock())
    clock.move(days=20)
    pair = refresh(app, panel.refresh_token)
    clock.move(days=10)
    refresh(app, panel.refresh_token, 401)
    refresh(app, pair["refreshToken"])


def test_a_refresh_token_slides_30_days_and_90_at_most(app: TestApp, clock: MovableClock) -> None:
    idle = make_panel(app, clock()).refresh_token
    token = make_panel(app, clock()).refresh_token
    clock.move(days=29)
    token = refresh(app, token)["refreshToken"]
    clock.move(days=1, seconds=1)
    refresh(app, idle, 401)
    clock.move(days=28)
    token = refresh(app, token)["refreshToken"]
    clock.move(days=29)
    token = refresh(app, token)["refreshToken"]
    clock.move(days=3)
    refresh(app, token, 401)


def test_logout_ends_the_session_and_answers_204_to_anything(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    for token in (panel.refresh_token, panel.refresh_token, "unknown"):
        app.post_json("/v1/auth/logout", {"refreshToken": token}, status=204)
    panel.get("/v1/domains", status=401)
    refresh(app, panel.refresh_token, 401)
    with application.database.session(read_only=True) as session:
        logged_out = select(AuditEvent).where(
            AuditEvent.event == "session.logged_out",
            AuditEvent.actor_id == UUID(panel.person.user_id),
        )
        assert len(session.scalars(logged_out).all()) == 1


def test_logout_with_a_spent_token_ends_the_session_too(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    pair = refresh(app, panel.refresh_token)
    app.post_json("/v1/auth/logout", {"refreshToken": panel.refresh_token}, status=204)
    refresh(app, pair["refreshToken"], 401)


def test_an_access_token_ends_after_15_minutes_and_an_account_token_after_60(
    app: TestApp, clock: MovableClock
) -> None:
    clock.freeze()
    panel = make_panel(app, clock())
    person = make_person(app, clock())
    account = bearer(person.account_token)
    clock.move(minutes=15, seconds=-1)
    panel.get("/v1/domains", status=200)
    clock.move(seconds=1)
    refused = panel.get("/v1/domains", status=401)
    assert refused.json["code"] == "unauthenticated"
    assert refused.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    clock.move(minutes=45, seconds=-1)
    app.post_json("/v1/billing/demo", {"organizationName": "://"}, headers=account, status=400)
    clock.move(seconds=1)
    app.post_json("/v1/billing/demo", {}, headers=account, status=401)


def test_a_lost_membership_ends_access_and_refresh_at_once(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    with application.database.transaction() as session:
        session.execute(
            delete(Membership).where(
                Membership.workspace_id
                == session.query(Workspace.id)
                .where(Workspace.slug == panel.organization["slug"])
                .scalar_subquery()
            )
        )
    panel.get("/v1/domains", status=401)
    refresh(app, panel.refresh_token, 401)


def test_a_suspended_workspace_refuses_its_panel_and_its_refreshes(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    key = make_key(panel)
    suspend(application, panel.organization["slug"])
    refused = panel.get("/v1/domains", status=403)
    assert refused.json["code"] == "workspace_suspended"
    refresh(app, panel.refresh_token, 401)
    app.get("/v1/api/consent-events", headers=bearer(key), status=200)
    # The refused refresh has ended the session, also after the suspension.
    resume(application, panel.organization["slug"])
    panel.get("/v1/domains", status=401)


def test_credentials_of_the_wrong_kind_are_refused_everywhere(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    key = make_key(panel)
    account, access = panel.person.account_token, panel.access_token
    for token in (account, key, "garbage", panel.refresh_token):
        app.get("/v1/domains", headers=bearer(token), status=401)
    for token in (access, account):
        app.get("/v1/api/domains", headers=bearer(token), status=401)
    for token in (access, key):
        app.post_json("/v1/billing/demo", {}, headers=bearer(token), status=401)
    assert app.get("/v1/domains", status=401).headers["WWW-Authenticate"] == "Bearer"
    for header in ("Basic eDp5", "Bearer", "Bearer  ", key):
        refused = app.get("/v1/domains", headers={"Authorization": header}, status=401)
        assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_forged_tokens_are_refused(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    payload = jwt.decode(panel.access_token, options={"verify_signature": False})
    public = app.get("/.well-known/jwks.json").json["keys"][0]
    kid = jwt.get_unverified_header(panel.access_token)["kid"]
    secret = public["x"].encode().ljust(32, b"=")
    foreign = Ed25519PrivateKey.generate()
    forged = [
        jwt.encode(payload, None, "none", headers={"kid": kid}),
        jwt.encode(payload, secret, "HS256", headers={"kid": kid}),
        jwt.encode(payload, foreign, "EdDSA", headers={"kid": kid}),
        jwt.encode(payload, foreign, "EdDSA", headers={"kid": "other"}),
        jwt.encode(payload, foreign, "EdDSA", headers={"kid": kid, "jwk": public}),
        panel.access_token[:-2],
        panel.access_token + "A" * 3000,
    ]
    for token in forged:
        app.get("/v1/domains", headers=bearer(token), status=401)


@pytest.mark.parametrize("claims", ["session", "user", "workspace"])
def test_a_token_must_agree_with_its_session(
    app: TestApp, application: Application, claims: str
) -> None:
    first_panel, second_panel = (
        make_panel(app, application.now()),
        make_panel(app, application.now()),
    )
    parts = {}
    for name, panel in (("mine", first_panel), ("other", second_panel)):
        parts[name] = application.signer.verify(panel.access_token, "panel", application.now())
    a, b = parts["mine"], parts["other"]
    # Both are members of both, so nothing but the session refuses.
    assert a.workspace_id is not None
    assert b.workspace_id is not None
    with application.database.transaction() as session:
        join(session, b.workspace_id, a.user_id, "viewer", application.now())
        join(session, a.workspace_id, b.user_id, "viewer", application.now())
    mixed = Claims(
        b.user_id if claims == "user" else a.user_id,
        b.session_id if claims == "session" else a.session_id,
        b.workspace_id if claims == "workspace" else a.workspace_id,
    )
    token = application.signer.issue("panel", mixed, application.now() - timedelta(seconds=1))
    app.get("/v1/domains", headers=bearer(token), status=401)


def test_a_handoff_code_works_once_within_a_minute(app: TestApp, clock: MovableClock) -> None:
    codes = []
    for _ in range(2):
        person = make_person(app, clock())
        demo = app.post_json("/v1/billing/demo", {}, headers=bearer(person.account_token)).json
        assert demo["handoff"]["code"] not in demo["handoff"]["url"]
        assert demo["organization"]["slug"] in demo["handoff"]["url"]
        codes.append(demo["handoff"]["code"])
    app.post_json("/v1/auth/handoff/exchange", {"code": codes[0]}, status=200)
    for code in (codes[0], unique(), "💥"):
        refused = app.post_json("/v1/auth/handoff/exchange", {"code": code}, status=401)
        assert refused.json["code"] == "invalid_code"
    clock.move(seconds=61)
    app.post_json("/v1/auth/handoff/exchange", {"code": codes[1]}, status=401)


def test_a_handoff_looks_at_access_when_it_is_redeemed(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    demo = app.post_json("/v1/billing/demo", {}, headers=bearer(person.account_token)).json
    suspend(application, demo["organization"]["slug"])
    body = {"code": demo["handoff"]["code"]}
    refused = app.post_json("/v1/auth/handoff/exchange", body, status=403)
    assert refused.json["code"] == "workspace_suspended"

"""What one person, one key and one workspace may do in a time, and how much a workspace holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from limits import RateLimitItemPerSecond
from sqlalchemy import select, update
from webtest import TestApp

from consent_app.api_keys import api_keys
from consent_app.application import Application
from consent_app.domains import check_queries, domains, groups
from consent_app.domains.check_queries import ROOT_CHECKS, claim_due_checks
from consent_app.domains.models import Domain
from consent_app.workspaces import invitations
from tests.support.bulk_data import fill_workspace
from tests.support.factories import Panel, bearer, make_key, make_panel, unique
from tests.support.harness import Harness
from tests.support.members import give_role, inviting


@pytest.fixture
def few(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a policy allow so few."""

    def limit(name: str, amount: int) -> None:
        policies = harness.wsgi.registry.api.rate_limits._policies
        item = RateLimitItemPerSecond(amount, policies[name].get_expiry(), namespace=unique(name))
        monkeypatch.setitem(policies, name, item)

    return limit


def test_every_operation_with_a_credential_has_a_limit(harness: Harness) -> None:
    document = harness.wsgi.registry.api.document
    operations = harness.wsgi.registry.api.operations
    for _, method, item, source in document.operations():
        security = source.get("security", [])
        # Where a credential is a mere proof, the operation is anybody's.
        schemes = set() if {} in security else {name for entry in security for name in entry}
        limits = operations[item["x-pyramid-route-name"], method.upper()].limits
        expected = {
            "accessToken": "person_",
            "accountToken": "person_",
            "apiKey": "key_",
        }
        for scheme in schemes & set(expected):
            assert any(name.startswith(expected[scheme]) for name in limits), source["operationId"]
        if schemes & {"accessToken", "apiKey"} and "accountToken" not in schemes:
            assert any(name.startswith("workspace_") for name in limits), source["operationId"]
        if limits:
            assert "429" in source["responses"], source["operationId"]


def test_a_person_is_limited(panel: Panel, few: Any) -> None:
    few("person_reads", 3)
    for _ in range(3):
        panel.get("/v1/members", status=200)
    refused = panel.get("/v1/domains", status=429)
    assert refused.json["code"] == "rate_limited"
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert refused.headers["RateLimit"].startswith('"person_reads";r=0;t=')
    assert refused.headers["RateLimit-Policy"] == '"person_reads";q=3;w=60'
    # Changes are counted by themselves, and others are none of it.
    panel.post("/v1/domain-groups", {"name": unique("g")}, status=201)
    make_panel(panel.app, panel.app.application.now()).get("/v1/members", status=200)
    # With the account token it is the same person.
    token = bearer(panel.person.account_token)
    panel.app.get("/v1/account", headers=token, status=429)


def test_refused_callers_are_counted(
    panel: Panel, few: Any, harness: Harness, application: Application
) -> None:
    give_role(application, panel, "viewer")
    few("person_changes", 2)
    for _ in range(2):
        panel.post("/v1/api-keys", {"name": "x"}, status=403)
    panel.post("/v1/api-keys", {"name": "x"}, status=429)


def test_a_workspaces_members_share_one_limit(panel: Panel, few: Any) -> None:
    few("workspace_changes", 2)
    for _ in range(2):
        panel.post("/v1/domain-groups", {"name": unique("g")}, status=201)
    refused = panel.post("/v1/domain-groups", {"name": unique("g")}, status=429)
    assert '"workspace_changes"' in refused.headers["RateLimit"]


def test_a_key_is_limited_and_no_other(panel: Panel, few: Any) -> None:
    first, second = make_key(panel), make_key(panel)
    few("key_reads", 2)
    for _ in range(2):
        panel.app.get("/v1/api/domains", headers=bearer(first), status=200)
    panel.app.get("/v1/api/consent-events", headers=bearer(first), status=429)
    panel.app.get("/v1/api/domains", headers=bearer(second), status=200)


def test_creating_keys_and_domains_is_limited(panel: Panel, few: Any) -> None:
    few("keys_made", 1)
    few("domains_added", 1)
    make_key(panel)
    panel.post("/v1/api-keys", {"name": "x"}, status=429)
    panel.post("/v1/domains", {"hostname": f"{unique('a')}.com"}, status=201)
    panel.post("/v1/domains", {"hostname": f"{unique('a')}.com"}, status=429)


def test_publishing_is_limited(panel: Panel, few: Any) -> None:
    """Each publication is stored permanently."""
    few("banners_published", 1)
    domain = panel.post("/v1/domains", {"hostname": f"{unique('a')}.com"}, status=201).json
    path = f"/v1/domains/{domain['id']}/banner/publish"
    panel.post(path, status=200)
    panel.post(path, status=429)


@pytest.mark.parametrize(
    ("module", "name", "path", "body", "away"),
    [
        (api_keys, "MAX_KEYS", "/v1/api-keys", {"name": "x"}, "/v1/api-keys/{id}"),
        (groups, "MAX_GROUPS", "/v1/domain-groups", {"name": "{u}"}, "/v1/domain-groups/{id}"),
        (
            invitations,
            "MAX_OPEN",
            "/v1/invitations",
            {"email": "{u}@example.com", "role": "viewer"},
            "/v1/invitations/{id}",
        ),
        (domains, "MAX_UNVERIFIED", "/v1/domains", {"hostname": "{u}.com"}, "/v1/domains/{id}"),
    ],
)
def test_a_workspaces_objects_are_limited(
    panel: Panel,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    name: str,
    path: str,
    body: dict[str, str],
    away: str,
) -> None:
    monkeypatch.setattr(module, name, 2)
    inviting(panel)

    def make(status: int) -> Any:
        filled = {key: value.replace("{u}", unique("u")) for key, value in body.items()}
        return panel.post(path, filled, status=status).json

    objects = [make(201) for _ in range(2)]
    refused = make(409)
    assert refused["code"] == "quota_exceeded"
    assert " 2 " in refused["detail"]
    panel.delete(away.format(id=objects[0]["id"]), status=204)
    make(201)
    # Another workspace's are its own.
    inviting(make_panel(panel.app, panel.app.application.now())).post(
        path, {key: value.replace("{u}", unique("u")) for key, value in body.items()}, status=201
    )


def test_a_verified_domain_does_not_count(
    panel: Panel, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(domains, "MAX_UNVERIFIED", 1)
    domain = panel.post("/v1/domains", {"hostname": f"{unique('a')}.com"}, status=201).json
    panel.post("/v1/domains", {"hostname": f"{unique('a')}.com"}, status=409)
    with application.database.transaction() as session:
        session.execute(
            update(Domain).where(Domain.hostname == domain["hostname"]).values(status="verified")
        )
    panel.post("/v1/domains", {"hostname": f"{unique('a')}.com"}, status=201)


def test_checks_of_one_site_are_limited_across_workspaces(
    app: TestApp, application: Application
) -> None:
    """Six hundred foreign domains in three workspaces, all due at once."""
    root = f"{unique('victim')}.com"
    now = application.now() + timedelta(days=1)
    for _ in range(3):
        claims = application.signer.verify(
            make_panel(app, application.now()).access_token, "panel", application.now()
        )
        assert claims.workspace_id is not None
        fill_workspace(application, claims.workspace_id, domains=40, members=1)
        with application.database.transaction() as session:
            session.execute(
                update(Domain)
                .where(Domain.workspace_id == claims.workspace_id)
                .values(root_domain=root, status="pending", last_checked_at=None)
            )
    victims_domain = (
        make_panel(app, application.now()).post("/v1/domains", {"hostname": root}, status=201).json
    )
    with application.database.transaction() as session:
        # The owner's domain comes last, and was checked just before.
        earlier = now - timedelta(minutes=1)
        for condition, values in (
            (Domain.root_domain == root, {"next_check_at": earlier}),
            (
                Domain.hostname == root,
                {"next_check_at": now, "status": "verified", "last_checked_at": earlier},
            ),
        ):
            session.execute(update(Domain).where(condition).values(**values))

    def claimed(at: Any) -> list[str]:
        results = []
        more = True
        while more:
            with application.database.transaction() as session:
                claimed = claim_due_checks(session, at, timedelta(minutes=15), 50)
                here = [target for target in claimed.targets if target.root == root]
                for row in here:
                    session.execute(
                        update(Domain).where(Domain.id == row.id).values(last_checked_at=at)
                    )
                results += [domain.hostname for domain in here]
                more = claimed.has_more
        return results

    first = claimed(now)
    # The domain that proved to be its owner's is checked all the same.
    assert victims_domain["hostname"] in first
    assert len(first) == ROOT_CHECKS + 1
    assert claimed(now + timedelta(minutes=10)) == []
    later = claimed(now + check_queries.ROOT_PERIOD + timedelta(minutes=1))
    assert len([item for item in later if item != victims_domain["hostname"]]) == ROOT_CHECKS
    with application.database.session(read_only=True) as session:
        waiting = session.scalars(
            select(Domain.next_check_at).where(Domain.root_domain == root)
        ).all()
    assert all(item is not None for item in waiting)

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.runtime import Runtime
from consent_app.settings import StripeSettings
from consent_app.workspaces.models import Workspace
from tests.factories import bearer, make_person, unique


def demo(app: TestApp, runtime: Runtime, **body: str) -> dict[str, dict[str, str]]:
    person = make_person(app, runtime.now(), organizationName=unique("Kept "))
    answer: dict[str, dict[str, str]] = app.post_json(
        "/v1/billing/demo", body, headers=bearer(person.account_token), status=201
    ).json
    return answer


def workspace(runtime: Runtime, slug: str) -> Workspace:
    with runtime.database.session(read_only=True) as session:
        return session.scalars(select(Workspace).where(Workspace.slug == slug)).one()


def test_without_a_payment_provider_it_gets_the_default_plan_without_end(
    app: TestApp, runtime: Runtime
) -> None:
    made = workspace(runtime, demo(app, runtime)["organization"]["slug"])
    assert made.plan == "enterprise"
    assert made.plan_ends_at is None
    assert made.retention_months == 36
    assert made.visitor_data == "reduced"


def test_with_one_it_gets_the_demo_plan_for_14_days(app: TestApp, runtime: Runtime) -> None:
    kept = runtime.settings
    runtime.settings = replace(kept, stripe=StripeSettings("sk", "whsec", "https://x", (), "", ""))
    try:
        made = workspace(runtime, demo(app, runtime)["organization"]["slug"])
    finally:
        runtime.settings = kept
    assert made.plan == "demo"
    assert made.plan_ends_at == made.created_at + timedelta(days=14)


def test_once_per_account(app: TestApp, runtime: Runtime) -> None:
    person = make_person(app, runtime.now())
    token = bearer(person.account_token)
    app.post_json("/v1/billing/demo", {}, headers=token, status=201)
    refused = app.post_json("/v1/billing/demo", {}, headers=token, status=409)
    assert refused.json["code"] == "demo_used"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Ärzte & Söhne GmbH", "arzte-sohne-gmbh"),
        ("x", "x-workspace"),
        ("日本", "workspace"),
        ("y" * 100, "y" * 40),
        ("WWW", "www-"),
    ],
)
def test_a_slug_resembles_the_name_and_is_nobody_elses(
    app: TestApp, runtime: Runtime, name: str, slug: str
) -> None:
    slugs = [demo(app, runtime, organizationName=name)["organization"]["slug"] for _ in range(3)]
    assert len(set(slugs)) == 3
    for made in slugs:
        assert made.startswith(slug[:8])
        assert 3 <= len(made) <= 40
        assert made.strip("-") == made
        assert made != "www"


def test_it_is_named_by_the_registration_unless_it_says_otherwise(
    app: TestApp, runtime: Runtime
) -> None:
    assert demo(app, runtime)["organization"]["name"].startswith("Kept ")
    assert demo(app, runtime, organizationName=" New ")["organization"]["name"] == "New"

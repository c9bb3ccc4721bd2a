from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.settings import StripeSettings
from consent_app.workspaces.models import Workspace
from tests.support.factories import bearer, make_person, unique


def demo(app: TestApp, application: Application, **body: str) -> dict[str, dict[str, str]]:
    person = make_person(app, application.now(), organizationName=unique("Kept "))
    answer: dict[str, dict[str, str]] = app.post_json(
        "/v1/billing/demo", body, headers=bearer(person.account_token), status=201
    ).json
    return answer


def workspace(application: Application, slug: str) -> Workspace:
    with application.database.session(read_only=True) as session:
        return session.scalars(select(Workspace).where(Workspace.slug == slug)).one()


def test_without_a_payment_provider_a_workspace_gets_the_default_plan_without_end(
    app: TestApp, application: Application
) -> None:
    created = workspace(application, demo(app, application)["organization"]["slug"])
    assert created.plan == "enterprise"
    assert created.plan_ends_at is None
    assert created.retention_months == 36
    assert created.visitor_data == "reduced"


def test_with_a_payment_provider_a_workspace_gets_the_demo_plan_for_14_days(
    app: TestApp, application: Application
) -> None:
    former_settings = application.settings
    application.settings = replace(
        former_settings, stripe=StripeSettings("sk", "whsec", "https://x", (), "", "")
    )
    try:
        created = workspace(application, demo(app, application)["organization"]["slug"])
    finally:
        application.settings = former_settings
    assert created.plan == "demo"
    assert created.plan_ends_at == created.created_at + timedelta(days=14)


def test_an_account_gets_one_demo(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
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
def test_a_slug_resembles_the_name_and_is_unique(
    app: TestApp, application: Application, name: str, slug: str
) -> None:
    slugs = [
        demo(app, application, organizationName=name)["organization"]["slug"] for _ in range(3)
    ]
    assert len(set(slugs)) == 3
    for own_slug in slugs:
        assert own_slug.startswith(slug[:8])
        assert 3 <= len(own_slug) <= 40
        assert own_slug.strip("-") == own_slug
        assert own_slug != "www"


def test_a_demo_workspace_has_the_registrations_name_unless_the_request_names_it(
    app: TestApp, application: Application
) -> None:
    assert demo(app, application)["organization"]["name"].startswith("Kept ")
    assert demo(app, application, organizationName=" New ")["organization"]["name"] == "New"


def test_a_demo_needs_no_body(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    answer = app.post("/v1/billing/demo", headers=bearer(person.account_token), status=201).json
    assert answer["organization"]["name"]

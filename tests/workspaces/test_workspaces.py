"""Slugs of workspaces, and when one is suspended."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from webtest import TestApp

from consent_app.application import Application, utc_now
from consent_app.workspaces.models import Workspace
from consent_app.workspaces.workspaces import RESERVED_SLUGS, free_slug, is_suspended, slug_of
from tests.support.factories import bearer, make_person, unique


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Kiln & Kelp", "kiln-kelp"),
        ("Bücher Österreich", "bucher-osterreich"),
        ("日本", "workspace"),
        ("a", "a-workspace"),
        ("x" * 60, "x" * 40),
    ],
)
def test_a_slug_resembles_the_name(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@pytest.mark.parametrize("name", ["Admin", "API", "Status", "W.W.W"])
def test_a_reserved_slug_gets_a_number(application: Application, name: str) -> None:
    with application.database.session(read_only=True) as session:
        slug = free_slug(session, application.settings, name)
    assert slug not in RESERVED_SLUGS


def test_no_slug_leads_to_the_services_own_hosts(app: TestApp, application: Application) -> None:
    former_settings, word = application.settings, unique()
    headers = bearer(make_person(app, application.now()).account_token)
    application.settings = replace(
        former_settings,
        public_origin=f"https://{word}.consent.example",
        base_url=f"https://{word}-2.consent.example",
        workspace_origin="https://{slug}.consent.example",
    )
    try:
        body = {"organizationName": word.title()}
        demo = app.post_json("/v1/billing/demo", body, headers=headers, status=201).json
    finally:
        application.settings = former_settings
    assert demo["organization"]["slug"] == f"{word}-3"


def test_a_workspace_is_suspended_by_hand_or_when_its_plan_ended() -> None:
    now = utc_now()
    assert not is_suspended(Workspace(), now)
    assert not is_suspended(Workspace(plan_ends_at=now + timedelta(seconds=1)), now)
    assert is_suspended(Workspace(plan_ends_at=now), now)
    assert is_suspended(Workspace(suspended_at=now), now)

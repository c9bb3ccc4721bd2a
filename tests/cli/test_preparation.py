"""What a service does before its processes start."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from consent_app.accounts.models import User
from consent_app.application import Application
from consent_app.banners.models import BannerVersion
from consent_app.cli.preparation import DEMO_EMAIL, prepare, seed_demo
from consent_app.composition import build_application
from consent_app.domains.models import Domain
from consent_app.workspaces.models import Workspace
from tests.support.databases import Databases
from tests.support.harness import make_settings


def count(application: Application, model: type) -> int:
    with application.database.session(read_only=True) as session:
        return session.scalar(select(func.count()).select_from(model)) or 0


def test_the_demo_is_made_once(tmp_path: Path, fresh_database_url: str) -> None:
    application = build_application(make_settings(fresh_database_url, tmp_path))
    assert prepare(application) == 0
    seed_demo(application)
    assert prepare(application) == 0
    models = (Workspace, Domain, BannerVersion)
    assert [count(application, model) for model in models] == [1, 1, 1]
    with application.database.session(read_only=True) as session:
        owner = session.scalars(select(User)).one()
        domain = session.scalars(select(Domain)).one()
    # Nobody can sign in as its owner.
    assert (owner.email, owner.password_hash, owner.verified_at) == (DEMO_EMAIL, None, None)
    assert (domain.hostname, domain.published_version) == ("localhost", 1)
    application.database.dispose()


@pytest.mark.parametrize("dialect", ["sqlite"], indirect=True)
def test_production_has_no_demo(tmp_path: Path, databases: Databases, dialect: str) -> None:
    url = databases.fresh(dialect)
    settings = make_settings(
        url, tmp_path, environment="production", public_origin="https://consent.example",
        workspace_origin="https://{slug}.consent.example",
    )  # fmt: skip
    application = build_application(settings)
    assert prepare(application) == 0
    assert count(application, Workspace) == 0
    application.database.dispose()

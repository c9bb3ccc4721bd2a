"""What recording a decision reads: only of the site that it is for."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from uuid import UUID

import pytest
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.recording import queries
from tests.support.factories import Panel, Site


@pytest.fixture
def session(application: Application, site: Site) -> Iterator[Session]:
    with application.database.session(read_only=True) as session:
        yield session


def workspace_of(panel: Panel) -> UUID:
    return UUID(panel.organization["id"])


def test_one_row_has_the_domain_its_workspace_and_the_wording_shown(
    session: Session, panel: Panel, site: Site
) -> None:
    shown = queries.get_recording_context(session, UUID(site.id), None, "en")
    assert shown is not None
    assert shown.workspace_id == workspace_of(panel)
    assert shown.hostname == site.hostname
    assert shown.version == 1
    assert shown.title
    assert len(shown.digest) == 64
    assert set(shown.categories) >= {"analytics", "marketing"}
    # Without a language, and in one that was not published, nothing is said to have been shown.
    for locale in (None, "xx"):
        context = queries.get_recording_context(session, UUID(site.id), 1, locale)
        assert context is not None
        assert (context.version, context.digest, context.title) == (1, None, None)


def test_an_unknown_version_and_an_unknown_domain(session: Session, site: Site) -> None:
    context = queries.get_recording_context(session, UUID(site.id), 7, "en")
    assert context is not None
    assert (context.hostname, context.version, context.digest) == (site.hostname, None, None)
    assert queries.get_recording_context(session, uuid.uuid4(), None, "en") is None

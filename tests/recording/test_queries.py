from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Row
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.domains.service import get_domain_for_visitors
from consent_app.recording import queries
from tests.support.factories import Site


@pytest.fixture
def session(application: Application, site: Site) -> Iterator[Session]:
    with application.database.session(read_only=True) as session:
        yield session


def version_and_wording(
    session: Session, site: Site, version: int | None, locale: str | None
) -> Row[Any] | None:
    domain = get_domain_for_visitors(session, UUID(site.id))
    assert domain is not None
    return queries.get_version_and_wording(session, domain, version, locale)


@pytest.mark.parametrize("version", [None, 1])
def test_one_row_has_the_version_and_the_wording_shown(
    session: Session, site: Site, version: int | None
) -> None:
    shown = version_and_wording(session, site, version, "en")
    assert shown is not None
    assert shown.version == 1
    assert shown.title
    assert len(shown.digest) == 64
    assert set(shown.categories) >= {"analytics", "marketing"}
    # Without a language, and in one that was not published, nothing is said to have been shown.
    for locale in (None, "xx"):
        unseen = version_and_wording(session, site, version, locale)
        assert unseen is not None
        assert set(unseen.categories) >= {"analytics", "marketing"}
        assert (unseen.digest, unseen.title) == (None, None)


def test_a_version_that_was_never_published(session: Session, site: Site) -> None:
    assert version_and_wording(session, site, 7, "en") is None

"""Publishing: versions that are kept, and named later."""

from __future__ import annotations

import uuid

from sqlalchemy import select

from consent_app.application import Application
from consent_app.banners.models import BannerVersion
from consent_app.domains.models import Domain
from tests.support.factories import Site


def test_each_publication_is_a_version_that_is_kept(site: Site, application: Application) -> None:
    path = f"/v1/domains/{site.id}/banner/publish"
    answers = [site.panel.post(path, status=200).json for _ in range(2)]
    assert [answer["version"] for answer in answers] == [2, 3]
    with application.database.session(read_only=True) as session:
        versions = session.scalars(
            select(BannerVersion).where(BannerVersion.domain_id == uuid.UUID(site.id))
        ).all()
        assert sorted(version.version for version in versions) == [1, 2, 3]
        domain = session.get(Domain, uuid.UUID(site.id))
        assert domain is not None
        assert domain.published_version == 3


def test_an_earlier_version_may_still_be_named(site: Site) -> None:
    site.panel.post(f"/v1/domains/{site.id}/banner/publish", status=200)
    site.version = 1
    assert site.decide().json["bannerVersion"] == 1
    site.version = 2
    assert site.decide().json["bannerVersion"] == 2

"""The version and the wording that a decision names, in one query."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Integer, Row, Select, Uuid, bindparam, select
from sqlalchemy.orm import Session

from consent_app.banners.read_models import BannerVersion, BannerWording
from consent_app.domains.read_models import Domain

_VERSIONS = BannerVersion.__table__
_WORDINGS = BannerWording.__table__


def get_version_and_wording(
    session: Session, domain: Domain, version: int | None, locale: str | None
) -> Row[Any] | None:
    """Return the values of a domain's version that its receipts need; None if it was never
    published.

    ``version`` None means the version that is published now. The wording's values are None if the
    version was not published in the locale.
    """
    parameters = {
        "workspace_id": domain.workspace_id,
        "domain_id": domain.id,
        "version": domain.published_version if version is None else version,
        "locale": locale or "",
    }
    return session.execute(_VERSION_AND_WORDING, parameters).one_or_none()


def _version_and_wording() -> Select[Any]:
    digest = _VERSIONS.c.digests[bindparam("locale", type_=JSON.JSONStrIndexType())].as_string()
    of_workspace = _WORDINGS.c.workspace_id == bindparam("workspace_id", type_=Uuid)
    return (
        select(
            _VERSIONS.c.version,
            _VERSIONS.c.content["categories"].label("categories"),
            _VERSIONS.c.content["controller"].as_string().label("controller"),
            _WORDINGS.c.digest,
            _WORDINGS.c.title,
            _WORDINGS.c.description,
            _WORDINGS.c.policy_url,
        )
        .select_from(_VERSIONS)
        .outerjoin(_WORDINGS, of_workspace & (_WORDINGS.c.digest == digest))
        .where(
            _VERSIONS.c.domain_id == bindparam("domain_id", type_=Uuid),
            _VERSIONS.c.version == bindparam("version", type_=Integer),
        )
    )


_VERSION_AND_WORDING = _version_and_wording()

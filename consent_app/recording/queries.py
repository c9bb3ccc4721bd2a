"""What receipts keep of a domain, its workspace and a version, in one query."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Integer, Row, Select, Uuid, bindparam, func, select
from sqlalchemy.orm import Session

from consent_app.banners.read_models import BannerVersion, BannerWording
from consent_app.domains.read_models import Domain
from consent_app.workspaces.read_models import Workspace

_DOMAINS = Domain.__table__
_VERSIONS = BannerVersion.__table__
_WORDINGS = BannerWording.__table__
_WORKSPACES = Workspace.__table__


def get_recording_context(
    session: Session, domain_id: UUID, version: int | None, locale: str | None
) -> Row[Any] | None:
    """Return the values of a domain that its receipts need, in one row; None if it is unknown."""
    parameters = {"domain_id": domain_id, "version": version, "locale": locale or ""}
    return session.execute(_RECORDING_CONTEXT, parameters).one_or_none()


def _recording_context() -> Select[Any]:
    version = func.coalesce(bindparam("version", type_=Integer), _DOMAINS.c.published_version)
    digest = _VERSIONS.c.digests[bindparam("locale", type_=JSON.JSONStrIndexType())].as_string()
    return (
        select(
            _DOMAINS.c.workspace_id,
            _DOMAINS.c.hostname,
            _DOMAINS.c.region,
            _DOMAINS.c.gpc_refuses,
            _DOMAINS.c.renew_after_months,
            _DOMAINS.c.count_impressions,
            _WORKSPACES.c.visitor_data,
            _WORKSPACES.c.visitor_salt,
            _VERSIONS.c.version,
            _VERSIONS.c.content["categories"].label("categories"),
            _VERSIONS.c.content["controller"].as_string().label("controller"),
            _WORDINGS.c.digest,
            _WORDINGS.c.title,
            _WORDINGS.c.description,
            _WORDINGS.c.policy_url,
        )
        .select_from(_DOMAINS)
        .join(_WORKSPACES, _WORKSPACES.c.id == _DOMAINS.c.workspace_id)
        .outerjoin(
            _VERSIONS, (_VERSIONS.c.domain_id == _DOMAINS.c.id) & (_VERSIONS.c.version == version)
        )
        .outerjoin(
            _WORDINGS,
            (_WORDINGS.c.workspace_id == _DOMAINS.c.workspace_id) & (_WORDINGS.c.digest == digest),
        )
        .where(_DOMAINS.c.id == bindparam("domain_id", type_=Uuid))
    )


_RECORDING_CONTEXT = _recording_context()

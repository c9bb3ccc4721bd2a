"""Changing a domain and its settings, and deleting it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.domains import queries
from consent_app.domains.adding import FIRST_CHECK
from consent_app.domains.models import Domain
from consent_app.errors import NotFound, ValidationFailed

DETAILS = ("region", "group_id", "verify_method", "install_method")
SETTINGS = (
    "gpc_refuses",
    "renew_after_months",
    "share_subdomains",
    "count_impressions",
    "reload_on_withdrawal",
)


def read_domain(session: Session, workspace_id: UUID, domain_id: UUID) -> Domain:
    """Return the workspace's domain. Raises NotFound."""
    domain = queries.domain(session, workspace_id, domain_id)
    if domain is None:
        raise NotFound
    return domain


def change_domain(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    changed_by: UUID,
    domain_id: UUID,
    changes: Mapping[str, Any],
) -> Domain:
    """Change some of DETAILS and return the domain.

    A changed method leaves the state as it is; it is checked anew before long. Raises NotFound,
    and ValidationFailed for a group of nobody here.
    """
    domain = _locked(session, workspace_id, domain_id)
    group_id = changes.get("group_id")
    if group_id is not None and not queries.group_exists(session, workspace_id, group_id):
        raise ValidationFailed.at("#/groupId", "must be a group of this workspace")
    detail = _apply(domain, changes, DETAILS)
    if "verify_method" in detail:
        # What the last check found was said of the former method.
        domain.verify_reason = None
        domain.failed_checks = 0
        domain.next_check_at = app.now() + FIRST_CHECK
    _record(session, app, source, "domain.changed", domain, changed_by, detail)
    return domain


def change_settings(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    changed_by: UUID,
    domain_id: UUID,
    changes: Mapping[str, Any],
) -> Domain:
    """Change some of SETTINGS and return the domain. Raises NotFound."""
    domain = _locked(session, workspace_id, domain_id)
    detail = _apply(domain, changes, SETTINGS)
    _record(session, app, source, "domain.settings_changed", domain, changed_by, detail)
    return domain


def delete_domain(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    deleted_by: UUID,
    domain_id: UUID,
) -> None:
    """Delete a domain; receipts, versions and audit events stay. Raises NotFound.

    Of several at once one deletes, the others find nothing.
    """
    hostname = queries.delete_domain(session, workspace_id, domain_id)
    if hostname is None:
        raise NotFound
    event = Event(
        "domain.deleted", deleted_by, workspace_id, domain_id, detail={"hostname": hostname}
    )
    record(session, app, source, event)


def _locked(session: Session, workspace_id: UUID, domain_id: UUID) -> Domain:
    domain = queries.domain_for_change(session, workspace_id, domain_id)
    if domain is None:
        raise NotFound
    return domain


def _apply(domain: Domain, changes: Mapping[str, Any], allowed: tuple[str, ...]) -> dict[str, str]:
    """Set what differs; return it in words for the audit log: ``{name: "former → new"}``."""
    detail = {}
    for name in allowed:
        former = getattr(domain, name)
        if name in changes and changes[name] != former:
            setattr(domain, name, changes[name])
            detail[name] = f"{_word(former)} → {_word(changes[name])}"
    return detail


def _word(value: Any) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _record(
    session: Session,
    app: Application,
    source: Source,
    name: str,
    domain: Domain,
    changed_by: UUID,
    detail: dict[str, str],
) -> None:
    if detail:
        event = Event(
            name,
            changed_by,
            domain.workspace_id,
            domain.id,
            detail={"hostname": domain.hostname, **detail},
        )
        record(session, app, source, event)
    session.flush()

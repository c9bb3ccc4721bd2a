"""Queries of the mails: who wants which, who wants none, and what was caused already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import CursorResult, delete, exists, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.domains.service import Domain
from consent_app.notifications.models import MailedNotification, MailPreference, Suppression
from consent_app.workspaces.service import Workspace

_SUPPRESSION = [column.name for column in Suppression.__table__.columns]


def add_suppression(session: Session, row: Suppression) -> bool:
    """Add a row; False where its address is on the list already. One of many at once gets True."""
    values = {name: getattr(row, name) for name in _SUPPRESSION}
    statement = (
        _insert(session, Suppression)
        .values(**values)
        .on_conflict_do_nothing(index_elements=["address_hash"])
        .returning(Suppression.id)
    )
    return session.execute(statement).one_or_none() is not None


def is_suppressed(session: Session, hashes: Iterable[bytes]) -> bool:
    """Whether a row has one of these hashes."""
    found = exists().where(Suppression.address_hash.in_(tuple(hashes)))
    return bool(session.scalar(select(found)))


def delete_suppression(session: Session, hashes: Iterable[bytes]) -> bool:
    """Delete the rows that have one of these hashes; whether there were any."""
    result = session.execute(
        delete(Suppression)
        .where(Suppression.address_hash.in_(tuple(hashes)))
        .execution_options(synchronize_session=False)
    )
    return cast(CursorResult[Any], result).rowcount > 0


def choices(session: Session, user_id: UUID) -> dict[tuple[UUID, str], bool]:
    """Return what a user chose: by workspace and mail, whether it is wanted."""
    rows = session.execute(
        select(MailPreference.workspace_id, MailPreference.mail_id, MailPreference.enabled).where(
            MailPreference.user_id == user_id
        )
    )
    return {(workspace_id, mail_id): enabled for workspace_id, mail_id, enabled in rows}


def choices_about(session: Session, workspace_id: UUID, mail_id: str) -> dict[UUID, bool]:
    """Return what the members of a workspace chose about one mail, by user."""
    rows = session.execute(
        select(MailPreference.user_id, MailPreference.enabled).where(
            MailPreference.workspace_id == workspace_id, MailPreference.mail_id == mail_id
        )
    )
    return {row.user_id: row.enabled for row in rows}


def replace_choices(
    session: Session, workspace_id: UUID, user_id: UUID, chosen: Mapping[str, bool]
) -> None:
    """Put a member's choices in place of the former ones."""
    session.execute(
        delete(MailPreference)
        .where(MailPreference.workspace_id == workspace_id, MailPreference.user_id == user_id)
        .execution_options(synchronize_session=False)
    )
    rows = [
        {
            "workspace_id": workspace_id,
            "user_id": user_id,
            "mail_id": mail_id,
            "enabled": enabled,
        }
        for mail_id, enabled in chosen.items()
    ]
    if rows:
        # Twice at once, the later one wins instead of failing.
        statement = _insert(session, MailPreference).values(rows)
        session.execute(
            statement.on_conflict_do_update(
                index_elements=["workspace_id", "user_id", "mail_id"],
                set_={"enabled": statement.excluded.enabled},
            )
        )


def who_wants(session: Session, mail_id: str) -> list[UUID]:
    """Return the workspaces in which somebody turned this mail on."""
    return list(
        session.scalars(
            select(MailPreference.workspace_id)
            .where(MailPreference.mail_id == mail_id, MailPreference.enabled)
            .distinct()
            .order_by(MailPreference.workspace_id)
        )
    )


def claim(session: Session, workspace_id: UUID, mail_id: str, subject: str, now: datetime) -> bool:
    """Note that mails about ``subject`` are caused; False where they were before."""
    statement = (
        _insert(session, MailedNotification)
        .values(workspace_id=workspace_id, mail_id=mail_id, subject=subject, created_at=now)
        .on_conflict_do_nothing(index_elements=["workspace_id", "mail_id", "subject"])
        .returning(MailedNotification.workspace_id)
    )
    return session.execute(statement).one_or_none() is not None


def forget_claims(session: Session, before: datetime) -> None:
    """Delete what was noted earlier than ``before``."""
    session.execute(
        delete(MailedNotification)
        .where(MailedNotification.created_at < before)
        .execution_options(synchronize_session=False)
    )


def to_summarize(
    session: Session, mail_id: str, week: str, since: datetime, now: datetime, limit: int
) -> list[UUID]:
    """Return workspaces of before ``since`` that have a domain and no summary of the week yet."""
    noted = exists().where(
        MailedNotification.workspace_id == Workspace.id,
        MailedNotification.mail_id == mail_id,
        MailedNotification.subject == week,
    )
    return list(
        session.scalars(
            select(Workspace.id)
            .where(
                Workspace.created_at < since,
                Workspace.suspended_at.is_(None),
                or_(Workspace.plan_ends_at.is_(None), Workspace.plan_ends_at > now),
                exists().where(Domain.workspace_id == Workspace.id),
                ~noted,
            )
            .order_by(Workspace.id)
            .limit(limit)
        )
    )


def _insert(session: Session, model: Any) -> Any:
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    return dialect.insert(model)

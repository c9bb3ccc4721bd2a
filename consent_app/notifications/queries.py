"""Queries over the mails that members choose, and over the suppression list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import CursorResult, delete, exists, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.db.constraints import violates
from consent_app.domains.read_models import Domain
from consent_app.notifications.models import (
    MailedNotification,
    MailPreference,
    Suppression,
)
from consent_app.workspaces.read_models import Workspace

_SUPPRESSION = [column.name for column in Suppression.__table__.columns]


def add_suppression(session: Session, row: Suppression) -> bool:
    """Add a row; False where its address is on the list already. One of many at once gets True."""
    values = {name: getattr(row, name) for name in _SUPPRESSION}
    statement = (
        upsert(session, Suppression)
        .values(**values)
        .on_conflict_do_nothing(index_elements=["address_hash"])
        .returning(Suppression.id)
    )
    return session.execute(statement).one_or_none() is not None


def is_suppressed(session: Session, hashes: Iterable[bytes]) -> bool:
    """Whether a row has one of these hashes."""
    on_list = exists().where(Suppression.address_hash.in_(tuple(hashes)))
    return bool(session.scalar(select(on_list)))


def delete_suppression(session: Session, hashes: Iterable[bytes]) -> bool:
    """Delete the rows that have one of these hashes; whether there were any."""
    result = session.execute(
        delete(Suppression)
        .where(Suppression.address_hash.in_(tuple(hashes)))
        .execution_options(synchronize_session=False)
    )
    return cast(CursorResult[Any], result).rowcount > 0


def get_choices(session: Session, user_id: UUID) -> dict[tuple[UUID, str], bool]:
    """Return what a user chose: by workspace and mail, whether it is wanted."""
    rows = session.execute(
        select(MailPreference.workspace_id, MailPreference.mail_id, MailPreference.enabled).where(
            MailPreference.user_id == user_id
        )
    )
    return {(workspace_id, mail_id): enabled for workspace_id, mail_id, enabled in rows}


def get_choices_about(session: Session, workspace_id: UUID, mail_id: str) -> dict[UUID, bool]:
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
        statement = upsert(session, MailPreference).values(rows)
        session.execute(
            statement.on_conflict_do_update(
                index_elements=["workspace_id", "user_id", "mail_id"],
                set_={"enabled": statement.excluded.enabled},
            )
        )


def get_workspaces_wanting(session: Session, mail_id: str) -> list[UUID]:
    """Return the workspaces in which somebody turned this mail on."""
    return list(
        session.scalars(
            select(MailPreference.workspace_id)
            .where(MailPreference.mail_id == mail_id, MailPreference.enabled)
            .distinct()
            .order_by(MailPreference.workspace_id)
        )
    )


def claim_mails(
    session: Session, workspace_id: UUID, mail_id: str, subject: str, now: datetime
) -> bool:
    """Note that mails about ``subject`` are caused; False where they were before."""
    statement = (
        upsert(session, MailedNotification)
        .values(workspace_id=workspace_id, mail_id=mail_id, subject=subject, created_at=now)
        .on_conflict_do_nothing(index_elements=["workspace_id", "mail_id", "subject"])
        .returning(MailedNotification.workspace_id)
    )
    return session.execute(statement).one_or_none() is not None


def delete_claims(session: Session, before: datetime) -> None:
    """Delete what was noted earlier than ``before``."""
    session.execute(
        delete(MailedNotification)
        .where(MailedNotification.created_at < before)
        .execution_options(synchronize_session=False)
    )


def get_workspaces_to_summarize(
    session: Session, mail_id: str, week: str, since: datetime, now: datetime, limit: int
) -> list[UUID]:
    """Return workspaces of before ``since`` that have a domain and no summary of the week yet."""
    summarized = exists().where(
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
                ~summarized,
            )
            .order_by(Workspace.id)
            .limit(limit)
        )
    )


def upsert(session: Session, model: Any) -> Any:
    """Return the INSERT of the database's dialect, which knows ON CONFLICT."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    return dialect.insert(model)


def get_suppressions_of_other_keys(session: Session, key_id: str) -> list[UUID]:
    """Return the ids of the suppressions that are hashed under another key."""
    return list(session.scalars(select(Suppression.id).where(Suppression.key_id != key_id)))


def get_sealed_addresses(session: Session, ids: Iterable[UUID]) -> list[tuple[UUID, str]]:
    """Return ids and sealed addresses of suppressions."""
    rows = session.execute(
        select(Suppression.id, Suppression.address_sealed).where(Suppression.id.in_(list(ids)))
    )
    return [(row[0], row[1]) for row in rows]


def replace_suppression(session: Session, row_id: UUID, values: Mapping[str, Any]) -> None:
    """Bring a suppression to another key; delete it where that key has its address already."""
    mine = Suppression.id == row_id
    try:
        with session.begin_nested():
            session.execute(update(Suppression).where(mine).values(**values))
    except IntegrityError as error:
        if not violates(
            error, "uq_mail_suppressions_address_hash", "mail_suppressions.address_hash"
        ):
            raise
        # A server with the primary key put the same address on the list meanwhile.
        session.execute(delete(Suppression).where(mine))

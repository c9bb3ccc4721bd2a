"""Queries over members' choices of emails, and over the emails that were sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, exists, or_, select
from sqlalchemy.orm import Session

from consent_app.db.upserts import upsert
from consent_app.domains.read_models import Domain
from consent_app.notifications.models import (
    MailedNotification,
    MailPreference,
)
from consent_app.workspaces.read_models import Workspace


def get_choices(session: Session, user_id: UUID) -> dict[tuple[UUID, str], bool]:
    """Return a user's choices: by workspace and mail, whether it is turned on."""
    rows = session.execute(
        select(MailPreference.workspace_id, MailPreference.mail_id, MailPreference.enabled).where(
            MailPreference.user_id == user_id
        )
    )
    return {(workspace_id, mail_id): enabled for workspace_id, mail_id, enabled in rows}


def get_choices_about(session: Session, workspace_id: UUID, mail_id: str) -> dict[UUID, bool]:
    """Return the choices of a workspace's members about one email, by user."""
    rows = session.execute(
        select(MailPreference.user_id, MailPreference.enabled).where(
            MailPreference.workspace_id == workspace_id, MailPreference.mail_id == mail_id
        )
    )
    return {row.user_id: row.enabled for row in rows}


def replace_choices(
    session: Session, workspace_id: UUID, user_id: UUID, chosen: Mapping[str, bool]
) -> None:
    """Replace a member's choices."""
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
        # Of two simultaneous changes, the later one wins instead of failing.
        statement = upsert(session, MailPreference).values(rows)
        session.execute(
            statement.on_conflict_do_update(
                index_elements=["workspace_id", "user_id", "mail_id"],
                set_={"enabled": statement.excluded.enabled},
            )
        )


def get_workspaces_with_enabled(session: Session, mail_id: str) -> list[UUID]:
    """Return the workspaces in which somebody turned this email on."""
    return list(
        session.scalars(
            select(MailPreference.workspace_id)
            .where(MailPreference.mail_id == mail_id, MailPreference.enabled)
            .distinct()
            .order_by(MailPreference.workspace_id)
        )
    )


def claim_mails(
    session: Session, workspace_id: UUID, mail_id: str, occasion: str, now: datetime
) -> bool:
    """Record that emails about ``occasion`` are sent. False if that was recorded before."""
    statement = (
        upsert(session, MailedNotification)
        .values(workspace_id=workspace_id, mail_id=mail_id, occasion=occasion, created_at=now)
        .on_conflict_do_nothing(index_elements=["workspace_id", "mail_id", "subject"])
        .returning(MailedNotification.workspace_id)
    )
    return session.execute(statement).one_or_none() is not None


def delete_claims(session: Session, before: datetime) -> None:
    """Delete the records of emails that were sent before an instant."""
    session.execute(
        delete(MailedNotification)
        .where(MailedNotification.created_at < before)
        .execution_options(synchronize_session=False)
    )


@dataclass(frozen=True, slots=True)
class SummaryWeek:
    """A week to be summarised: the email id of its claims, its name, and its end."""

    mail_id: str
    name: str
    ended_at: datetime


def get_workspaces_to_summarize(
    session: Session, week: SummaryWeek, now: datetime, limit: int
) -> list[UUID]:
    """Return workspaces with a domain, created before the week's end, that have no summary of
    it."""
    summarized = exists().where(
        MailedNotification.workspace_id == Workspace.id,
        MailedNotification.mail_id == week.mail_id,
        MailedNotification.occasion == week.name,
    )
    return list(
        session.scalars(
            select(Workspace.id)
            .where(
                Workspace.created_at < week.ended_at,
                Workspace.suspended_at.is_(None),
                or_(Workspace.plan_ends_at.is_(None), Workspace.plan_ends_at > now),
                exists().where(Domain.workspace_id == Workspace.id),
                ~summarized,
            )
            .order_by(Workspace.id)
            .limit(limit)
        )
    )

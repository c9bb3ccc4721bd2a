"""The queries of the feed, of the mails that members choose, and of the suppression list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, cast
from uuid import UUID

from sqlalchemy import CursorResult, delete, exists, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from consent_app.banners.read_models import BannerVersion
from consent_app.db.constraints import violates
from consent_app.db.ids import id_time
from consent_app.domains.service import Domain
from consent_app.notifications.models import (
    FeedRead,
    MailedNotification,
    MailPreference,
    Suppression,
)
from consent_app.receipts.read_models import consent_receipts
from consent_app.statistics.read_models import consent_impressions
from consent_app.workspaces.service import Workspace

_SUPPRESSION = [column.name for column in Suppression.__table__.columns]


class DomainState(NamedTuple):
    """A domain with what its problems depend on.

    ``published_at`` is when the present version came, ``first_published_at`` when the first one
    did, ``last_seen_at`` when its last receipt was given; None where there was none.
    """

    domain: Domain
    published_at: datetime | None
    first_published_at: datetime | None
    last_seen_at: datetime | None


def get_domain_states(session: Session, workspace_id: UUID) -> list[DomainState]:
    """Return every domain of the workspace with what its problems depend on, in one query."""
    present, first = aliased(BannerVersion), aliased(BannerVersion)
    last_receipt = (
        select(consent_receipts.c.id)
        .where(
            consent_receipts.c.workspace_id == workspace_id,
            consent_receipts.c.domain_id == Domain.id,
        )
        .order_by(consent_receipts.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    last_shown = (
        select(func.max(consent_impressions.c.hour))
        .where(
            consent_impressions.c.workspace_id == workspace_id,
            consent_impressions.c.domain_id == Domain.id,
        )
        .scalar_subquery()
    )
    rows = session.execute(
        select(Domain, present.published_at, first.published_at, last_receipt, last_shown)
        .outerjoin(
            present,
            (present.domain_id == Domain.id) & (present.version == Domain.published_version),
        )
        .outerjoin(first, (first.domain_id == Domain.id) & (first.version == 1))
        .where(Domain.workspace_id == workspace_id)
    )
    return [DomainState(row[0], row[1], row[2], _last_seen(row[3], row[4])) for row in rows]


def _last_seen(receipt_id: UUID | None, shown_at: datetime | None) -> datetime | None:
    instants = [id_time(receipt_id) if receipt_id is not None else None, shown_at]
    return max((instant for instant in instants if instant is not None), default=None)


def get_read_at(session: Session, workspace_id: UUID, user_id: UUID) -> datetime | None:
    """Return when the user last marked the feed read, or None."""
    return session.scalar(
        select(FeedRead.read_at).where(
            FeedRead.workspace_id == workspace_id, FeedRead.user_id == user_id
        )
    )


def mark_read(session: Session, workspace_id: UUID, user_id: UUID, now: datetime) -> None:
    """Mark the feed read for the user."""
    statement = _insert(session, FeedRead).values(
        workspace_id=workspace_id, user_id=user_id, read_at=now
    )
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "user_id"], set_={"read_at": now}
        )
    )


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
        statement = _insert(session, MailPreference).values(rows)
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
        _insert(session, MailedNotification)
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


def _insert(session: Session, model: Any) -> Any:
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
        # A server with the newest key put the same address on the list meanwhile.
        session.execute(delete(Suppression).where(mine))

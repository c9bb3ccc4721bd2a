"""Queries over drafts and published banners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, String, Uuid, column, delete, func, literal, select, table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.banners.content import Content, Wording
from consent_app.banners.models import BannerDraft, BannerVersion, BannerWording

# Named by a string, as a foreign key would.
_users = table("users", column("id", Uuid), column("email", String))
_domains = table("domains", column("id", Uuid), column("workspace_id", Uuid))


def version(session: Session, domain_id: UUID, number: int) -> BannerVersion | None:
    """Return one published version, or None."""
    return session.get(BannerVersion, (domain_id, number))


def version_with_publisher(
    session: Session, workspace_id: UUID, domain_id: UUID, number: int
) -> tuple[BannerVersion, str | None] | None:
    """Return a version and its publisher's address, or None."""
    found = session.execute(
        _versions(workspace_id, domain_id).where(BannerVersion.version == number)
    ).one_or_none()
    return (found[0], found[1]) if found is not None else None


def versions(
    session: Session, workspace_id: UUID, domain_id: UUID, limit: int, cursor: int | None
) -> list[tuple[BannerVersion, str | None]]:
    """Return up to ``limit`` versions with their publishers' addresses, newest first."""
    statement = _versions(workspace_id, domain_id)
    if cursor is not None:
        statement = statement.where(BannerVersion.version < cursor)
    rows = session.execute(statement.order_by(BannerVersion.version.desc()).limit(limit))
    return [(row[0], row[1]) for row in rows]


def _versions(workspace_id: UUID, domain_id: UUID) -> Select[Any]:
    return (
        select(BannerVersion, _users.c.email)
        .outerjoin(_users, _users.c.id == BannerVersion.published_by)
        .where(BannerVersion.workspace_id == workspace_id, BannerVersion.domain_id == domain_id)
    )


def material_since(session: Session, domain_id: UUID, number: int) -> int | None:
    """Return the newest version up to ``number`` that visitors are asked about anew, or None."""
    return session.scalar(
        select(func.max(BannerVersion.version)).where(
            BannerVersion.domain_id == domain_id,
            BannerVersion.version <= number,
            BannerVersion.material,
        )
    )


def shown(session: Session, workspace_id: UUID, digests: Iterable[str]) -> list[dict[str, Any]]:
    """Return what visitors are shown under these digests."""
    return list(
        session.scalars(
            select(BannerWording.shown).where(
                BannerWording.workspace_id == workspace_id, BannerWording.digest.in_(list(digests))
            )
        )
    )


def keep_wordings(session: Session, workspace_id: UUID, wordings: Sequence[Wording]) -> None:
    """Keep every wording under its digest; one that is there already is the same."""
    rows = [
        {
            "workspace_id": workspace_id,
            "digest": wording.digest,
            "title": wording.shown["texts"]["title"],
            "description": wording.shown["texts"]["description"],
            "policy_url": wording.shown["policyUrl"],
            "shown": wording.shown,
        }
        for wording in wordings
    ]
    # The table and not the class: one statement that is compiled once, whatever their number.
    statement = _dialect(session).insert(BannerWording.__table__).on_conflict_do_nothing()
    session.execute(statement, rows)


def draft(session: Session, workspace_id: UUID, domain_id: UUID) -> BannerDraft | None:
    """Return the domain's draft, or None."""
    return session.scalars(
        select(BannerDraft).where(
            BannerDraft.workspace_id == workspace_id, BannerDraft.domain_id == domain_id
        )
    ).one_or_none()


def drafted(session: Session, workspace_id: UUID, domain_ids: Iterable[UUID]) -> set[UUID]:
    """Return which of the domains have a draft."""
    return set(
        session.scalars(
            select(BannerDraft.domain_id).where(
                BannerDraft.workspace_id == workspace_id,
                BannerDraft.domain_id.in_(list(domain_ids)),
            )
        )
    )


def email_of(session: Session, user_id: UUID | None) -> str | None:
    """Return a user's address, or None for nobody."""
    if user_id is None:
        return None
    found: str | None = session.scalar(select(_users.c.email).where(_users.c.id == user_id))
    return found


def put_drafts(
    session: Session,
    workspace_id: UUID,
    domain_ids: Iterable[UUID],
    revision: UUID,
    content: Content,
    updated_by: UUID,
    now: datetime,
) -> None:
    """Make ``content`` the draft of each of the workspace's domains, under one new revision.

    Whoever calls holds the workspace (``lock_workspace``) and has looked at what this replaces.
    """
    columns = BannerDraft.__table__.c
    given = {
        "workspace_id": workspace_id,
        "revision": revision,
        "updated_at": now,
        "updated_by": updated_by,
        "content": content,
    }
    # A content of 27 languages travels once, however many domains it is for.
    statement = (
        _dialect(session)
        .insert(BannerDraft)
        .from_select(
            ["domain_id", *given],
            select(
                _domains.c.id,
                *(literal(value, columns[name].type).label(name) for name, value in given.items()),
            ).where(_domains.c.workspace_id == workspace_id, _domains.c.id.in_(list(domain_ids))),
        )
    )
    changed = ("revision", "updated_at", "updated_by", "content")
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["domain_id"],
            set_={name: statement.excluded[name] for name in changed},
        )
    )


def delete_drafts(session: Session, workspace_id: UUID, domain_ids: Iterable[UUID]) -> None:
    """Delete the drafts of these domains."""
    session.execute(
        delete(BannerDraft)
        .where(
            BannerDraft.workspace_id == workspace_id, BannerDraft.domain_id.in_(list(domain_ids))
        )
        .execution_options(synchronize_session=False)
    )


def _dialect(session: Session) -> Any:
    return sqlite if session.get_bind().dialect.name == "sqlite" else postgresql

"""Queries over drafts, published banners and templates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, literal, select
from sqlalchemy.orm import Session, defer

from consent_app.banners.content import Content, Wording
from consent_app.banners.models import BannerDraft, BannerTemplate, BannerVersion, BannerWording
from consent_app.db.upserts import upsert
from consent_app.domains.read_models import Domain
from consent_app.text import sort_key
from consent_app.workspaces.service import known_email


class DraftRow(NamedTuple):
    """The columns of a draft's row."""

    revision: UUID
    updated_at: datetime
    updated_by: UUID
    content: Content


def get_version(session: Session, domain_id: UUID, number: int) -> BannerVersion | None:
    """Return one published version, or None."""
    return session.get(BannerVersion, (domain_id, number))


def get_version_with_publisher(
    session: Session, workspace_id: UUID, domain_id: UUID, number: int
) -> tuple[BannerVersion, str | None] | None:
    """Return a version and its publisher's address, or None."""
    row = session.execute(
        _versions(workspace_id, domain_id).where(BannerVersion.version == number)
    ).one_or_none()
    return (row[0], row[1]) if row is not None else None


def get_versions(
    session: Session, workspace_id: UUID, domain_id: UUID, limit: int, cursor: int | None
) -> list[tuple[BannerVersion, str | None]]:
    """Return up to ``limit`` versions with their publishers' addresses, newest first."""
    statement = _versions(workspace_id, domain_id)
    if cursor is not None:
        statement = statement.where(BannerVersion.version < cursor)
    rows = session.execute(statement.order_by(BannerVersion.version.desc()).limit(limit))
    return [(row[0], row[1]) for row in rows]


def _versions(workspace_id: UUID, domain_id: UUID) -> Any:
    return select(BannerVersion, known_email(workspace_id, BannerVersion.published_by)).where(
        BannerVersion.workspace_id == workspace_id, BannerVersion.domain_id == domain_id
    )


def get_material_since(session: Session, domain_id: UUID, number: int) -> int | None:
    """Return the newest version up to ``number`` that visitors are asked about again, or None."""
    return session.scalar(
        select(func.max(BannerVersion.version)).where(
            BannerVersion.domain_id == domain_id,
            BannerVersion.version <= number,
            BannerVersion.material,
        )
    )


def get_wordings(
    session: Session, workspace_id: UUID, digests: Iterable[str]
) -> list[dict[str, Any]]:
    """Return the stored wordings with these digests."""
    return list(
        session.scalars(
            select(BannerWording.document).where(
                BannerWording.workspace_id == workspace_id, BannerWording.digest.in_(list(digests))
            )
        )
    )


def insert_wordings(session: Session, workspace_id: UUID, wordings: Sequence[Wording]) -> None:
    """Store every wording under its digest. Existing ones are the same."""
    rows = [
        {
            "workspace_id": workspace_id,
            "digest": wording.digest,
            "title": wording.document["texts"]["title"],
            "description": wording.document["texts"]["description"],
            "policy_url": wording.document["policyUrl"],
            "shown": wording.document,
        }
        for wording in wordings
    ]
    # The table and not the class: one statement, compiled once for any number of rows.
    statement = upsert(session, BannerWording.__table__).on_conflict_do_nothing()
    session.execute(statement, rows)


def get_draft(session: Session, workspace_id: UUID, domain_id: UUID) -> BannerDraft | None:
    """Return the domain's draft, or None."""
    return session.scalars(
        select(BannerDraft).where(
            BannerDraft.workspace_id == workspace_id, BannerDraft.domain_id == domain_id
        )
    ).one_or_none()


def get_domain_ids_with_draft(
    session: Session, workspace_id: UUID, domain_ids: Iterable[UUID]
) -> set[UUID]:
    """Return which of the domains have a draft."""
    return set(
        session.scalars(
            select(BannerDraft.domain_id).where(
                BannerDraft.workspace_id == workspace_id,
                BannerDraft.domain_id.in_(list(domain_ids)),
            )
        )
    )


def get_email(session: Session, workspace_id: UUID, user_id: UUID | None) -> str | None:
    """Return the address by which the workspace knows a user, or None without a user."""
    if user_id is None:
        return None
    return session.scalar(select(known_email(workspace_id, user_id)))


def put_drafts(
    session: Session, workspace_id: UUID, domain_ids: Iterable[UUID], draft: DraftRow
) -> None:
    """Make ``draft`` the draft of each of the workspace's domains.

    The caller has locked the workspace (``lock_workspace``) and has read the former drafts.
    """
    columns = BannerDraft.__table__.c
    values = {"workspace_id": workspace_id, **draft._asdict()}
    # A content of 27 languages travels once, however many domains it is for.
    statement = upsert(session, BannerDraft).from_select(
        ["domain_id", *values],
        select(
            Domain.id,
            *(literal(value, columns[name].type).label(name) for name, value in values.items()),
        ).where(Domain.workspace_id == workspace_id, Domain.id.in_(list(domain_ids))),
    )
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["domain_id"],
            set_={name: statement.excluded[name] for name in DraftRow._fields},
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


def get_templates(session: Session, workspace_id: UUID) -> list[BannerTemplate]:
    """Return every template, by name, without its content (that is loaded if asked for)."""
    templates = session.scalars(
        select(BannerTemplate)
        .where(BannerTemplate.workspace_id == workspace_id)
        .options(defer(BannerTemplate.content))
    )
    # Not by the database, whose order depends on its collation. A workspace has few templates.
    return sorted(templates, key=lambda template: sort_key(template.name))


def get_template(session: Session, workspace_id: UUID, template_id: UUID) -> BannerTemplate | None:
    """Return one template, or None."""
    return session.scalars(
        select(BannerTemplate).where(
            BannerTemplate.workspace_id == workspace_id, BannerTemplate.id == template_id
        )
    ).one_or_none()


def count_templates(session: Session, workspace_id: UUID) -> int:
    """Return how many templates the workspace has."""
    count = session.scalar(select(func.count()).where(BannerTemplate.workspace_id == workspace_id))
    return count or 0


def is_template_name_taken(
    session: Session, workspace_id: UUID, name: str, except_id: UUID | None
) -> bool:
    """Return whether another template than ``except_id`` has this name."""
    statement = select(BannerTemplate.id).where(
        BannerTemplate.workspace_id == workspace_id, BannerTemplate.name == name
    )
    if except_id is not None:
        statement = statement.where(BannerTemplate.id != except_id)
    return session.scalar(statement) is not None

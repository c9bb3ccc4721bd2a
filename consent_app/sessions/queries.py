"""Queries over sessions and their children, and over known devices and networks.

Sessions are locked in the order of their ids before several of them are changed; redeeming a
hand-off and ending a session lock the root. So no two transactions wait for each other, and no
session is opened by one that has just ended.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import cache
from uuid import UUID

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Row,
    Select,
    bindparam,
    delete,
    exists,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session, aliased

from consent_app.accounts.read_models import User
from consent_app.db.upserts import upsert
from consent_app.sessions.models import KnownDevice, KnownNetwork, OneTimeToken, UserSession

MAX_ENDED_AT_ONCE = 100
"""Of the sessions that are one too many: more than are opened between two calls."""


def get_live_sessions(session: Session, user_id: UUID, now: datetime) -> list[UserSession]:
    """Return the user's sessions that are neither revoked nor expired, the newest first."""
    statement = select(UserSession).where(UserSession.user_id == user_id, *_live(now))
    return list(session.scalars(statement.order_by(UserSession.id.desc())))


def get_live_session(
    session: Session, user_id: UUID, session_id: UUID, now: datetime
) -> UserSession | None:
    """Return the current row of the user's session; None if it or its root has ended."""
    return session.scalars(
        select(UserSession)
        .where(UserSession.id == session_id, UserSession.user_id == user_id, *_live(now))
        .execution_options(populate_existing=True)
    ).one_or_none()


def get_token_session(
    session: Session, user_id: UUID, session_id: UUID, now: datetime
) -> Row[UUID | None, bool | None] | None:
    """Return ``workspace_id`` and ``bound`` of a live session. Every request calls this."""
    values = {"session_id": session_id, "user_id": user_id, "now": now}
    return session.execute(_token_session(), values).one_or_none()


def lock_live_session(
    session: Session, user_id: UUID, session_id: UUID, now: datetime
) -> UserSession | None:
    """Return a live session of the user with its root locked; None if either has ended."""
    lock_root(session, session_id)
    return get_live_session(session, user_id, session_id, now)


def lock_session(session: Session, session_id: UUID) -> UserSession | None:
    """Return a session, locked after its root, or None."""
    lock_root(session, session_id)
    return session.scalars(
        select(UserSession).where(UserSession.id == session_id).with_for_update(key_share=True)
    ).one_or_none()


def lock_root(session: Session, session_id: UUID) -> UUID | None:
    """Lock the root of a session to the end of the transaction, against changes only. Return its
    id, None for an unknown session."""
    row = session.execute(
        select(UserSession.id, UserSession.root_id).where(UserSession.id == session_id)
    ).one_or_none()
    if row is None:
        return None
    root_id: UUID = row.root_id or row.id
    _lock(session, UserSession.id == root_id)
    return root_id


def end_session_tree(session: Session, session_id: UUID, now: datetime) -> None:
    """Revoke a session and its descendants. The tokens of each become invalid immediately."""
    lock_root(session, session_id)
    tree = select(UserSession.id).where(UserSession.id == session_id).cte("tree", recursive=True)
    child = aliased(UserSession)
    tree = tree.union(select(child.id).where(child.parent_id == tree.c.id))
    _revoke(session, now, UserSession.id.in_(select(tree.c.id)))


def end_sessions(session: Session, user_id: UUID, now: datetime, keep: UUID | None) -> int:
    """Revoke the user's sessions and return how many there were.

    ``keep`` and its root are not revoked: a session ends with its root.
    """
    ended = [UserSession.user_id == user_id]
    if keep is not None:
        root_id = session.scalar(select(UserSession.root_id).where(UserSession.id == keep))
        ended.append(UserSession.id.not_in([keep, root_id or keep]))
    return _revoke(session, now, *ended)


def end_surplus_sessions(session: Session, user_id: UUID, kept: int, now: datetime) -> None:
    """Revoke some of the user's sessions beyond ``kept``, those that were not used for longest.

    A root stays while it has children. So does what somebody else has locked, who uses it.
    """
    child = aliased(UserSession)
    has_child = exists().where(child.root_id == UserSession.id, child.revoked_at.is_(None))
    statement = select(UserSession.id).where(
        UserSession.user_id == user_id, *_live(now), ~has_child
    )
    # Without nulls_last, PostgreSQL would keep sessions of unknown use for longest, SQLite not.
    latest_first = UserSession.last_used_at.desc().nulls_last(), UserSession.id.desc()
    surplus = statement.order_by(*latest_first).offset(kept).limit(MAX_ENDED_AT_ONCE)
    free = select(UserSession.id).where(UserSession.id.in_(surplus))
    ids = list(session.scalars(free.with_for_update(key_share=True, skip_locked=True)))
    if ids:
        _revoke(session, now, UserSession.id.in_(ids))


def end_bound_sessions(session: Session, user_id: UUID, now: datetime) -> None:
    """Revoke the user's sessions that were opened with an invitation link only."""
    _revoke(session, now, UserSession.user_id == user_id, UserSession.bound.is_(True))


def end_sessions_in_workspace(
    session: Session, user_id: UUID, workspace_id: UUID, now: datetime
) -> None:
    """Revoke the sessions that the user has open in a workspace."""
    _revoke(session, now, UserSession.user_id == user_id, UserSession.workspace_id == workspace_id)


def delete_sessions(session: Session, user_id: UUID) -> None:
    """Delete the user's sessions with their tokens, and their known devices and networks."""
    _lock(session, UserSession.user_id == user_id)
    session.execute(
        delete(UserSession)
        .where(UserSession.user_id == user_id)
        .execution_options(synchronize_session=False)
    )
    delete_known_clients(session, user_id)


def delete_ended_sessions(session: Session, before: datetime) -> None:
    """Delete the sessions that expired or were revoked before an instant.

    A revoked session stays while another one names it as its parent or its root: that one may be
    live, and would be deleted with it.
    """
    child = aliased(UserSession)
    has_child = exists().where(
        or_(child.parent_id == UserSession.id, child.root_id == UserSession.id)
    )
    due = select(UserSession.id).where(UserSession.revoked_at < before, ~has_child)
    # Tokens before sessions, in the order of locks, and none that somebody else has locked.
    tokens = select(OneTimeToken.id).where(OneTimeToken.session_id.in_(due))
    _delete_free(session, OneTimeToken, tokens)
    has_token = exists().where(OneTimeToken.session_id == UserSession.id)
    _delete_free(session, UserSession, due.where(~has_token))
    session.execute(delete(UserSession).where(UserSession.expires_at < before))


def _delete_free(
    session: Session, model: type[OneTimeToken | UserSession], ids: Select[UUID]
) -> None:
    free = ids.order_by(model.id).with_for_update(skip_locked=True)
    session.execute(
        delete(model).where(model.id.in_(free)).execution_options(synchronize_session=False)
    )


def get_known_devices(session: Session, user_id: UUID) -> set[str]:
    """Return the devices that the user has signed in from."""
    devices = select(KnownDevice.device).where(KnownDevice.user_id == user_id)
    return set(session.scalars(devices))


def add_known_device(session: Session, user_id: UUID, device: str, now: datetime) -> None:
    """Store a device as seen now."""
    session.execute(
        upsert(session, KnownDevice)
        .values(user_id=user_id, device=device, last_seen_at=now)
        .on_conflict_do_update(index_elements=["user_id", "device"], set_={"last_seen_at": now})
    )


def is_known_network(
    session: Session, user_id: UUID, hashes: Collection[str], since: datetime
) -> bool:
    """Return whether the user came from one of these networks since an instant."""
    network = exists().where(KnownNetwork.user_id == user_id, *_recent_networks(hashes, since))
    return bool(session.scalar(select(network)))


def is_known_network_of_email(
    session: Session, email_key: str, hashes: Collection[str], since: datetime
) -> bool:
    """Return whether the user with an address came from one of these networks since an instant."""
    network = (
        select(KnownNetwork.user_id)
        .join(User, User.id == KnownNetwork.user_id)
        .where(User.email_key == email_key, *_recent_networks(hashes, since))
    )
    return bool(session.scalar(select(network.exists())))


def add_known_network(session: Session, user_id: UUID, network_hash: str, now: datetime) -> None:
    """Store a network as seen now."""
    session.execute(
        upsert(session, KnownNetwork)
        .values(user_id=user_id, network_hash=network_hash, last_seen_at=now)
        .on_conflict_do_update(
            index_elements=["user_id", "network_hash"], set_={"last_seen_at": now}
        )
    )


def delete_known_clients(session: Session, user_id: UUID) -> None:
    """Delete the known devices and networks of a user."""
    for model in (KnownDevice, KnownNetwork):
        session.execute(
            delete(model)
            .where(model.user_id == user_id)
            .execution_options(synchronize_session=False)
        )


def delete_unseen_clients(
    session: Session, devices_before: datetime, networks_before: datetime
) -> None:
    """Delete the devices and networks that were last seen before an instant.

    The latest device of each user stays: without any, the next one would count as the first, about
    which the user is not notified.
    """
    later = aliased(KnownDevice)
    has_later = exists().where(
        later.user_id == KnownDevice.user_id, later.last_seen_at > KnownDevice.last_seen_at
    )
    session.execute(
        delete(KnownDevice)
        .where(KnownDevice.last_seen_at < devices_before, has_later)
        .execution_options(synchronize_session=False)
    )
    session.execute(delete(KnownNetwork).where(KnownNetwork.last_seen_at < networks_before))


def _recent_networks(hashes: Collection[str], since: datetime) -> tuple[ColumnElement[bool], ...]:
    return KnownNetwork.network_hash.in_(hashes), KnownNetwork.last_seen_at >= since


def _revoke(session: Session, now: datetime, *conditions: ColumnElement[bool]) -> int:
    session_ids = _lock(session, *conditions, UserSession.revoked_at.is_(None))
    session.execute(
        update(UserSession)
        .where(UserSession.id.in_(session_ids))
        .values(revoked_at=now)
        .execution_options(synchronize_session=False)
    )
    return len(session_ids)


def _lock(session: Session, *conditions: ColumnElement[bool]) -> list[UUID]:
    statement = select(UserSession.id).where(*conditions).order_by(UserSession.id)
    return list(session.scalars(statement.with_for_update(key_share=True)))


@cache
def _token_session() -> Select[UUID | None, bool | None]:
    # Created once: that takes three times as long as executing it.
    return select(UserSession.workspace_id, UserSession.bound).where(
        UserSession.id == bindparam("session_id"),
        UserSession.user_id == bindparam("user_id"),
        *_live(bindparam("now")),
    )


@cache
def _root_is_live() -> ColumnElement[bool]:
    # Created once: looking up an alias's columns takes longer than the query.
    root = aliased(UserSession)
    return exists().where(root.id == UserSession.root_id, root.revoked_at.is_(None))


def _live(now: datetime | BindParameter[datetime]) -> tuple[ColumnElement[bool], ...]:
    return (
        UserSession.revoked_at.is_(None),
        UserSession.expires_at > now,
        or_(UserSession.root_id.is_(None), _root_is_live()),
    )

"""The networks that a person has signed in from: a stranger's failures do not keep them out there.

A reset makes its network known too, for passwords alone: a mailbox is not the second factor, and
whoever has one could otherwise try codes anew from each network that they can get.

A network is what one subscriber holds (``Source.block``), kept as a keyed hash. A user agent is no
device: whoever tries passwords sends the commonest. So what is known of a device is where it is.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.accounts.service import User
from consent_app.application import Application
from consent_app.audit.service import Source
from consent_app.security.macs import address_hash
from consent_app.sign_in.models import KnownNetwork

REMEMBERED = timedelta(days=90)

_KEY = "mac:known-network"
_RESET_KEY = "mac:known-network:reset"


def network_hash(app: Application, source: Source, *, by_reset: bool = False) -> str:
    """Return the hash under which a network is kept that was signed in from, or reset from."""
    keys = app.keys
    # The oldest key, so that the same network keeps its hash through rotations.
    key = keys.derive(_RESET_KEY if by_reset else _KEY, keys.ids[-1])
    return address_hash(key, source.block)


def is_known_by_address(session: Session, app: Application, source: Source, email_key: str) -> bool:
    """Whether the account of an address was signed in to or reset from this network: one query,
    whether or not there is such an account.
    """
    known = (
        select(KnownNetwork.user_id)
        .join(User, User.id == KnownNetwork.user_id)
        .where(User.email_key == email_key, *_here(app, source, or_reset=True))
    )
    return bool(session.scalar(select(known.exists())))


def is_known(session: Session, app: Application, source: Source, user_id: UUID) -> bool:
    """Whether the user was signed in from this network."""
    here = exists().where(KnownNetwork.user_id == user_id, *_here(app, source))
    return bool(session.scalar(select(here)))


def note(
    session: Session, app: Application, source: Source, user_id: UUID, *, by_reset: bool = False
) -> None:
    """Keep the network, in the transaction of the sign-in or of the reset."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    now = app.now()
    session.execute(
        dialect.insert(KnownNetwork)
        .values(
            user_id=user_id,
            network_hash=network_hash(app, source, by_reset=by_reset),
            last_seen_at=now,
        )
        .on_conflict_do_update(
            index_elements=["user_id", "network_hash"], set_={"last_seen_at": now}
        )
    )


def forget_networks(session: Session, now: datetime) -> None:
    """Delete the networks that nobody has signed in from for 90 days."""
    session.execute(delete(KnownNetwork).where(KnownNetwork.last_seen_at < now - REMEMBERED))


def _here(
    app: Application, source: Source, *, or_reset: bool = False
) -> tuple[ColumnElement[bool], ...]:
    hashes = [network_hash(app, source)]
    if or_reset:
        hashes.append(network_hash(app, source, by_reset=True))
    return (
        KnownNetwork.network_hash.in_(hashes),
        KnownNetwork.last_seen_at >= app.now() - REMEMBERED,
    )

"""The networks and devices that a person has signed in from.

Strangers' failed attempts do not lock a person out of a known network. A password reset makes its
network known too, but for passwords only: a mailbox is not the second factor, and somebody with
access to one could otherwise try codes from many networks.

A network is the address block of one subscriber (``ClientInfo.block``), stored as a keyed hash. A
device is the browser's family and the system; it is not marked by a cookie. A sign-in from a new
device is mailed.
"""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import UUID

from consent_app import mail
from consent_app.accounts.service import User
from consent_app.context import Context
from consent_app.security.macs import address_hash
from consent_app.sessions import queries
from consent_app.sessions.mails import NEW_SIGN_IN, UNNAMED_DEVICE
from consent_app.sessions.models import UserSession
from consent_app.translations import localized

NETWORKS_REMEMBERED = timedelta(days=90)
DEVICES_REMEMBERED = timedelta(days=365)

_KEY = "mac:known-network"
_RESET_KEY = "mac:known-network:reset"
_VERSION = re.compile(r" \d+(?= on |$)")


def network_hash(ctx: Context, *, by_reset: bool = False) -> str:
    """Return the hash of the client's network, for sign-ins or for password resets."""
    key = ctx.app.keys.derive_lasting(_RESET_KEY if by_reset else _KEY)
    return address_hash(key, ctx.require_client().block)


def is_network_of_email(ctx: Context, email_key: str) -> bool:
    """Return whether the account of an address was signed in to or reset from this network.

    One query, with or without such an account.
    """
    hashes = (network_hash(ctx), network_hash(ctx, by_reset=True))
    since = ctx.now() - NETWORKS_REMEMBERED
    return queries.is_known_network_of_email(ctx.session, email_key, hashes, since)


def is_network_of_user(ctx: Context, user_id: UUID) -> bool:
    """Return whether the user has signed in from this network."""
    since = ctx.now() - NETWORKS_REMEMBERED
    return queries.is_known_network(ctx.session, user_id, (network_hash(ctx),), since)


def add_network(ctx: Context, user_id: UUID, *, by_reset: bool = False) -> None:
    """Store the network, in the transaction of the sign-in or of the reset."""
    hashed = network_hash(ctx, by_reset=by_reset)
    queries.add_known_network(ctx.session, user_id, hashed, ctx.now())


def add_device(ctx: Context, user: User, opened: UserSession) -> None:
    """Store the device of a session, and mail the user if it is new.

    The first device is not reported. Only a verified address is mailed.
    """
    device = _device(opened.user_agent)
    known_devices = queries.get_known_devices(ctx.session, user.id)
    queries.add_known_device(ctx.session, user.id, device, opened.created_at)
    if not known_devices or device in known_devices or user.verified_at is None:
        return
    params = {
        "device": device or localized(UNNAMED_DEVICE, user.locale),
        "time": f"{opened.created_at:%Y-%m-%d %H:%M} UTC",
    }
    mail.send(ctx, NEW_SIGN_IN.name, user, params)


def _device(user_agent: str | None) -> str:
    """Return "Firefox (Linux)" for "Firefox 140 on Linux"; empty if the client sent nothing."""
    family, _, system = _VERSION.sub("", user_agent or "").partition(" on ")
    return f"{family} ({system})" if system else family

"""Unsubscribing from notification emails: the link's token, and the suppression list.

Neither needs an account. The token contains the address, and the id of the email that it came with.
It is encrypted, so that nobody can forge one. It never expires, but needs the key that it names to
stay in ``consent.secret_keys``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import email_key
from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.errors import InvalidLink
from consent_app.mail import Unsubscribe
from consent_app.security.encryption import DecryptionError
from consent_app.unsubscription import queries
from consent_app.unsubscription.models import Suppression

Source = Literal["one_click", "confirm"]

TOKEN_PURPOSE = "unsubscribe"  # noqa: S105 - the purpose of an encryption, no secret
ADDRESS_PURPOSE = "suppression"
_HASH_KEY = "mac:suppression"
_ID_BYTES = 16
REENCRYPTION_BATCH = 500


@dataclass(frozen=True, slots=True)
class Unsubscription:
    """The address of a link, and whether it was unsubscribed before the link was used."""

    email: str
    was_unsubscribed: bool


def new_token(app: Application, email: str, mail_id: UUID) -> str:
    """Return the token of the links in one email: ``<key id>.<base64url>``."""
    return app.encrypter(TOKEN_PURPOSE).encrypt(mail_id.bytes + email.encode())


def unsubscribe_links(app: Application, email: str, mail_id: UUID) -> Unsubscribe:
    """Return the links that one email carries."""
    settings, token = app.settings, new_token(app, email, mail_id)
    address = quote(settings.unsubscribe_address, safe="@")
    return Unsubscribe(
        page=f"{settings.public_origin}/unsubscribe?token={token}",
        one_click=f"{settings.base_url}/v1/unsubscribe/one-click?token={token}",
        mailto=f"mailto:{address}?subject=unsubscribe%20{token}",
    )


def unsubscribe_status(session: Session, app: Application, token: str) -> Unsubscription:
    """Return the address of a link, and whether it is unsubscribed. Changes nothing.

    Raises InvalidLink.
    """
    email, _ = _read_token(app, token)
    return Unsubscription(email, is_suppressed(session, app, email))


def unsubscribe(session: Session, app: Application, token: str, source: Source) -> Unsubscription:
    """Put the link's address on the list, unless it is there. Raises InvalidLink.

    Of any number of simultaneous calls, one returns that it was not on the list before.
    """
    email, mail_id = _read_token(app, token)
    if is_suppressed(session, app, email):
        return Unsubscription(email, was_unsubscribed=True)
    key_id = app.keys.primary
    row = Suppression(
        id=new_id(),
        key_id=key_id,
        address_hash=hash_of(app, key_id, email),
        address_sealed=app.encrypter(ADDRESS_PURPOSE).encrypt(email.encode()),
        source=source,
        mail_id=mail_id,
        created_at=app.now(),
    )
    return Unsubscription(email, was_unsubscribed=not queries.add_suppression(session, row))


def is_suppressed(session: Session, app: Application, email: str) -> bool:
    """Return whether an address is on the list."""
    return queries.is_suppressed(session, _hashes(app, email))


def resubscribe(session: Session, app: Application, email: str) -> bool:
    """Remove an address from the list. Return whether it was on it."""
    return queries.delete_suppression(session, _hashes(app, email))


def _read_token(app: Application, token: str) -> tuple[str, UUID]:
    try:
        plain = app.encrypter(TOKEN_PURPOSE).decrypt(token)
        return plain[_ID_BYTES:].decode(), UUID(bytes=plain[:_ID_BYTES])
    except (DecryptionError, ValueError):
        raise InvalidLink(
            "This unsubscribe link is not valid. Use the link in a newer email."
        ) from None


def _hashes(app: Application, email: str) -> Iterable[bytes]:
    # Under every key, because any of them may have been the primary when the address was added.
    return [hash_of(app, key_id, email) for key_id in app.keys.ids]


def hash_of(app: Application, key_id: str, email: str) -> bytes:
    """Return the hash that an address is found by, under one key of the ring."""
    key = app.keys.derive(_HASH_KEY, key_id)
    return hashlib.blake2b(email_key(email).encode(), key=key, digest_size=32).digest()


def reencrypt_suppressions(app: Application) -> tuple[int, int]:
    """Reencrypt every row with the primary key.

    Return how many were reencrypted, and how many cannot be decrypted with any key.

    In short transactions, while servers run. Running it again continues where it stopped.
    """
    reencrypted = lost = 0
    primary, encrypter = app.keys.primary, app.encrypter(ADDRESS_PURPOSE)
    with app.database.session(read_only=True) as session:
        ids = queries.get_suppressions_of_other_keys(session, primary)
    for start in range(0, len(ids), REENCRYPTION_BATCH):
        with app.database.transaction() as session:
            batch = ids[start : start + REENCRYPTION_BATCH]
            for row_id, text in queries.get_sealed_addresses(session, batch):
                try:
                    email = encrypter.decrypt(text).decode()
                except DecryptionError:
                    lost += 1
                    continue
                values = {
                    "key_id": primary,
                    "address_hash": hash_of(app, primary, email),
                    "address_sealed": encrypter.encrypt(email.encode()),
                }
                queries.replace_suppression(session, row_id, values)
                reencrypted += 1
    return reencrypted, lost

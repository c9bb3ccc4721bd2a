"""The identities at identity providers that sign in to an account."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlsplit
from uuid import UUID, uuid5

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.accounts.models import Identity
from consent_app.db.constraints import violates

_NAMESPACE = UUID("5b6cb1f2-6a5e-5c0b-9d39-0f5d3f1c7a10")


def identity_id(identity: Identity) -> UUID:
    """Return the id of an identity for API calls, derived from issuer and subject."""
    return uuid5(_NAMESPACE, f"{identity.issuer}\n{identity.subject}")


def provider_name(issuer: str) -> str:
    """Return the host of an issuer, which is shown as the provider's name."""
    return urlsplit(issuer).netloc


def add_identity(session: Session, user_id: UUID, issuer: str, subject: str, now: datetime) -> None:
    """Link an identity to a user. Raises IntegrityError; see ``is_linked_already``."""
    session.add(Identity(issuer=issuer, subject=subject, user_id=user_id, linked_at=now))
    session.flush()


def is_linked_already(error: IntegrityError) -> bool:
    """Return whether linking failed because the identity, or another of its issuer, is already
    linked."""
    return violates(error, "pk_identities", "identities.issuer, identities.subject") or violates(
        error, "uq_identities_user_id_issuer", "identities.user_id, identities.issuer"
    )


def delete_identity(session: Session, identity: Identity) -> None:
    """Unlink an identity."""
    session.delete(identity)
    session.flush()

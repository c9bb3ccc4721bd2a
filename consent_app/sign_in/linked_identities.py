"""The identities that sign in to one's own account: seeing them, and unlinking one."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid5

from sqlalchemy import select
from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import lock_user
from consent_app.api.json import timestamp
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import LastSignIn, NotFound, Unauthenticated
from consent_app.sign_in.models import Identity

_NAMESPACE = UUID("5b6cb1f2-6a5e-5c0b-9d39-0f5d3f1c7a10")


def identity_id(identity: Identity) -> UUID:
    """Return the id by which a person names an identity, made of issuer and subject."""
    return uuid5(_NAMESPACE, f"{identity.issuer}\n{identity.subject}")


def identities_of(session: Session, user_id: UUID) -> list[Identity]:
    """Return the user's identities, the first linked first."""
    return list(
        session.scalars(
            select(Identity)
            .where(Identity.user_id == user_id)
            .order_by(Identity.linked_at, Identity.issuer)
        )
    )


def identity_payload(identity: Identity) -> dict[str, Any]:
    """Return openapi.yaml's LinkedIdentity."""
    return {
        "id": str(identity_id(identity)),
        "issuer": identity.issuer,
        "provider": _provider(identity),
        "linkedAt": timestamp(identity.linked_at),
    }


def unlink(session: Session, app: Application, source: Source, user_id: UUID, wanted: UUID) -> None:
    """Unlink an identity of the user, who is told by mail.

    Raises NotFound, and LastSignIn where the account has neither a password nor another identity.
    """
    # Held, so that of two unlinked at once one stays.
    user = lock_user(session, user_id)
    if user is None:
        raise Unauthenticated
    linked = identities_of(session, user_id)
    found = next((each for each in linked if identity_id(each) == wanted), None)
    if found is None:
        raise NotFound
    if user.password_hash is None and len(linked) == 1:
        raise LastSignIn
    session.delete(found)
    event = Event("identity.unlinked", user_id, detail={"issuer": found.issuer})
    record(session, app, source, event)
    mail.send_later(
        session,
        app,
        template="identity_unlinked",
        to=user.email,
        locale=user.locale,
        params={"provider": _provider(found)},
    )
    session.flush()


def _provider(identity: Identity) -> str:
    return urlsplit(identity.issuer).netloc

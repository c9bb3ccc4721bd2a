"""The caller's identities at providers: listing and unlinking them."""

from __future__ import annotations

from uuid import UUID

from consent_app import mail
from consent_app.account.events import IdentityUnlinked
from consent_app.account.mails import IDENTITY_UNLINKED
from consent_app.accounts.service import (
    Identity,
    delete_identity,
    get_identities,
    identity_id,
    lock_user,
    provider_name,
)
from consent_app.context import Context
from consent_app.errors import LastSignIn, NotFound, Unauthenticated
from consent_app.events.event import Change


def list_identities(ctx: Context) -> list[Identity]:
    """Return the caller's identities, the first linked first."""
    return get_identities(ctx.session, ctx.user_id)


def unlink(ctx: Context, unlinked_id: UUID) -> None:
    """Unlink an identity of the caller, and mail the caller.

    Raises NotFound, LastSignIn if the account has neither a password nor another identity, and
    Unauthenticated if it no longer exists.
    """
    session, user_id = ctx.session, ctx.user_id
    # Locked, so that two concurrent requests cannot unlink both.
    user = lock_user(session, user_id)
    if user is None:
        raise Unauthenticated
    linked = get_identities(session, user_id)
    unlinked = next((row for row in linked if identity_id(row) == unlinked_id), None)
    if unlinked is None:
        raise NotFound
    if user.password_hash is None and len(linked) == 1:
        raise LastSignIn
    event = IdentityUnlinked(changes=(Change("issuer", None, unlinked.issuer),))
    params = {"provider": provider_name(unlinked.issuer)}
    delete_identity(session, unlinked)
    ctx.acting_as(user_id).emit(event)
    mail.send(ctx, IDENTITY_UNLINKED.name, user, params)

"""Verifying an address: sending the email, sending it again, and redeeming its link."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.exc import IntegrityError

from consent_app import mail
from consent_app.accounts.events import AccountEmptied
from consent_app.accounts.service import (
    User,
    address_of_job,
    enqueue_for_address,
    find_user_by_email,
    lock_user,
    lock_user_by_email,
    mark_verified,
    set_address,
)
from consent_app.application import Application
from consent_app.context import Context
from consent_app.db.constraints import violates
from consent_app.errors import InvalidLink
from consent_app.events.event import Change
from consent_app.registration import pre_hijacking
from consent_app.registration.events import AccountDisowned, AddressChanged, AddressVerified
from consent_app.registration.mails import ADDRESS_CHANGED, VERIFY_REGISTRATION
from consent_app.sessions.service import (
    Purpose,
    consume_token,
    delete_user_with_sessions,
    get_live_token,
    issue_token,
    revoke_tokens,
)
from consent_app.sign_in.service import ENCRYPTION_PURPOSE
from consent_app.workspaces.service import lock_workspaces

RESEND = "sign_in.resend_confirmation"


@dataclass(frozen=True, slots=True)
class VerifiedAddress:
    """An address and when it was first verified."""

    email: str
    verified_at: datetime


def send_verification(ctx: Context, user: User) -> None:
    """Send the email that verifies the user's address. Earlier links stay valid.

    The email says when and from where the account was created, and links to the page that disowns
    it.
    """
    token = issue_token(ctx.session, Purpose.VERIFY_EMAIL, user.id, ctx.now())
    params = {
        "url": f"{ctx.app.settings.public_origin}/confirm#token={token}",
        "disown_url": pre_hijacking.issue_disown_link(ctx, user.id),
        **pre_hijacking.origin_params(user),
    }
    mail.send(ctx, VERIFY_REGISTRATION.name, user, params)


def request_verification(ctx: Context, email: str) -> None:
    """Send the email again, if the address is not verified yet."""
    enqueue_for_address(ctx, RESEND, email)


def resend(app: Application, payload: dict[str, Any]) -> None:
    """Send the email that ``request_verification`` enqueued."""
    email = address_of_job(app, payload)
    with Context.of_system(app).transaction() as ctx:
        user = lock_user_by_email(ctx.session, email)
        if user is not None and user.verified_at is None:
            send_verification(ctx, user)


def verify(ctx: Context, token_text: str, registrant_id: UUID | None = None) -> VerifiedAddress:
    """Redeem the link of an email. A link for a new address replaces the account's former one.

    ``registrant_id`` is the user whose own token was sent along. If that is the account's, the
    owner of the address is the person who registered it (``pre_hijacking``). Raises InvalidLink for
    unknown, expired and used links.
    """
    session, now = ctx.session, ctx.now()
    token = get_live_token(session, Purpose.VERIFY_EMAIL, token_text, now)
    if token is None:
        return _change_address(ctx, token_text)
    # Lock the user before the token, as a reset does, so that neither waits for the other.
    user = lock_user(session, token.user_id)
    if user is None or not consume_token(session, token.id, now):
        raise InvalidLink
    is_registrant = registrant_id == user.id
    if is_registrant or user.verified_at is None:
        pre_hijacking.record_verification(ctx, user, is_registrant=is_registrant)
    first = mark_verified(session, user.id, now)
    changes = (Change("proved", None, "true"),) if is_registrant else ()
    ctx.acting_as(user.id).emit(AddressVerified(changes=changes))
    return VerifiedAddress(user.email, first)


def masked(email: str) -> str:
    """Return enough of an address for its owner to recognise it: ``a•••@example.com``."""
    local, _, domain = email.rpartition("@")
    return f"{local[:1]}•••@{domain}"


def _change_address(ctx: Context, token_text: str) -> VerifiedAddress:
    """Give the account the new address, whose owner has followed the link.

    An account that somebody registered with that address without verifying it is deleted. Links to
    the former address become invalid. Raises InvalidLink, also if the address has an account.
    """
    session, now = ctx.session, ctx.now()
    token = get_live_token(session, Purpose.CHANGE_EMAIL, token_text, now)
    if token is None or token.sealed is None:
        raise InvalidLink
    email = ctx.app.encrypter(ENCRYPTION_PURPOSE).decrypt(token.sealed).decode()
    user, squatter = _lock_both(ctx, token.user_id, email)
    if user is None or user.disabled_at is not None or not consume_token(session, token.id, now):
        raise InvalidLink
    if squatter is not None:
        _delete_unverified(ctx, squatter)
    former = user.email
    try:
        with session.begin_nested():
            set_address(session, user, email, now)
    except IntegrityError as error:
        if violates(error, "uq_users_email_key", "users.email_key"):
            raise InvalidLink from None
        raise
    revoke_tokens(session, (Purpose.VERIFY_EMAIL, Purpose.RESET_PASSWORD), user.id, now)
    for address in (former, email):
        letter = mail.Letter(address, user.locale, {"address": masked(email)})
        mail.send_later(session, ctx.app, ADDRESS_CHANGED.name, letter)
    ctx.acting_as(user.id).emit(AddressChanged())
    return VerifiedAddress(email, user.verified_at or now)


def _lock_both(ctx: Context, user_id: UUID, email: str) -> tuple[User | None, User | None]:
    """Return the user, and another one who has the address, both locked.

    The other's workspaces are locked before, because the account may be deleted.
    """
    session = ctx.session
    holder = find_user_by_email(session, email)
    if holder is None or holder.id == user_id:
        return lock_user(session, user_id), None
    if holder.verified_at is not None:
        raise InvalidLink
    lock_workspaces(session, holder.id)
    users = {locked_id: lock_user(session, locked_id) for locked_id in sorted((user_id, holder.id))}
    return users[user_id], users[holder.id]


def _delete_unverified(ctx: Context, squatter: User) -> None:
    session = ctx.session
    if squatter.verified_at is not None:
        raise InvalidLink
    ctx.emit(AccountEmptied(subject_id=squatter.id, keeps_memberships=False))
    ctx.emit(AccountDisowned(subject_id=squatter.id))
    session.flush()
    delete_user_with_sessions(session, squatter.id)
    session.expunge(squatter)

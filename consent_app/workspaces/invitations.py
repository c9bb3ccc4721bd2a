"""Invitations: for one address, valid for a week, claimed once, deleted a day after they expire.

An invitation does not outlive its inviter's right to send it: leaving, removal and a lower role
revoke it (``members``), and so does an operator who disables the account.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import (
    DEFAULT_LOCALE,
    User,
    email_key,
    find_user_by_email,
    get_user,
    validate_address,
)
from consent_app.application import Application
from consent_app.context import Context
from consent_app.db.ids import new_id
from consent_app.errors import (
    AddressNotVerified,
    AlreadyMember,
    Forbidden,
    NotFound,
    QuotaExceeded,
    Unauthenticated,
)
from consent_app.events.event import Change
from consent_app.security.tokens import new_token, token_digest
from consent_app.text import parse_uuid
from consent_app.workspaces import invitation_queries as queries
from consent_app.workspaces import membership_queries
from consent_app.workspaces.events import InvitationCreated, InvitationEnded, InvitationRevoked
from consent_app.workspaces.models import Invitation, Role, role_at_least
from consent_app.workspaces.queries import lock_workspace

PURGE = "workspaces.purge"
PURGE_EVERY_SECONDS = 3600

LIFETIME = timedelta(days=7)
RETENTION_AFTER_EXPIRY = timedelta(days=1)
MAX_OPEN = 100
"""How many open invitations a workspace may have."""


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """The address to invite, and the role.

    An invitation that is not ``mailed``, because its address gets too many, is otherwise like any
    other.
    """

    email: str
    role: Role
    mailed: bool = True


def list_invitations(ctx: Context) -> list[Invitation]:
    """Return the open invitations of the caller's workspace, newest first."""
    return queries.get_open_invitations(ctx.session, ctx.workspace_id, ctx.now())


def get_inviter(ctx: Context) -> User:
    """Return the caller as the inviter.

    Mail goes to any address that they enter, so their own must be verified. Raises
    AddressNotVerified, and Unauthenticated for a user who no longer exists.
    """
    user = get_user(ctx.session, ctx.user_id)
    if user is None:
        raise Unauthenticated
    if user.verified_at is None:
        raise AddressNotVerified
    return user


def create_invitation(ctx: Context, inviter: User, new: NewInvitation) -> Invitation:
    """Add and mail an invitation. It replaces an open one for the same address.

    Raises Forbidden if one of their roles is above the inviter's own, ValidationFailed for an
    invalid address, AlreadyMember and QuotaExceeded.
    """
    session, workspace_id = ctx.session, ctx.workspace_id
    validate_address(ctx.app, new.email)
    key = email_key(new.email)
    # One at a time, so that of concurrent requests the second replaces the first.
    workspace = lock_workspace(session, workspace_id)
    _check_role(ctx, inviter, new.role)
    assert workspace is not None
    invited = find_user_by_email(session, new.email)
    if invited is not None and membership_queries.get_access(session, invited.id, workspace_id):
        raise AlreadyMember
    secret = new_token()
    _make_room(ctx, key)
    invitation = _invitation(ctx, inviter, new, secret.digest)
    session.add(invitation)
    if new.mailed:
        params = {
            "url": f"{ctx.app.settings.public_origin}/invite#token={invitation.id}.{secret.text}",
            "workspace": workspace.name,
            "inviter": inviter.name or inviter.email,
        }
        letter = mail.Letter(new.email, _locale_of(invited, inviter), params)
        mail.send_later(session, ctx.app, "invitation", letter)
    # Without whether it is mailed, which would reveal how many others invite this address.
    changes = (Change("role", None, new.role),)
    ctx.emit(InvitationCreated(subject_id=invitation.id, changes=changes))
    session.flush()
    return invitation


def _invitation(ctx: Context, inviter: User, new: NewInvitation, secret_hash: bytes) -> Invitation:
    now = ctx.now()
    return Invitation(
        id=new_id(),
        workspace_id=ctx.workspace_id,
        email=new.email,
        email_key=email_key(new.email),
        role=new.role,
        secret_hash=secret_hash,
        invited_by=inviter.id,
        created_at=now,
        expires_at=now + LIFETIME,
    )


def _make_room(ctx: Context, key: str) -> None:
    """Revoke the invitations of an address, and refuse another one if too many are open."""
    now = ctx.now()
    _refuse_above(ctx, [former for former in list_invitations(ctx) if former.email_key == key])
    _announce(ctx, queries.revoke_invitations_of(ctx.session, ctx.workspace_id, key, now))
    if queries.count_open_invitations(ctx.session, ctx.workspace_id, now) >= MAX_OPEN:
        raise QuotaExceeded(
            f"A workspace can have at most {MAX_OPEN} open invitations. Revoke one first."
        )


def _check_role(ctx: Context, inviter: User, invited_to: Role) -> None:
    if not _may_invite(ctx, inviter.id, [invited_to]):
        raise Forbidden("You cannot invite someone to a role above your own.")


def _refuse_above(ctx: Context, invitations: list[Invitation]) -> None:
    if not _may_invite(ctx, ctx.user_id, [row.role for row in invitations]):
        raise Forbidden("You cannot end an invitation to a role above your own.")


def _may_invite(ctx: Context, user_id: UUID, roles: Iterable[Role]) -> bool:
    # The current role: it may have changed while this waited for the lock.
    role = membership_queries.get_role(ctx.session, ctx.workspace_id, user_id)
    needed = ("admin", *roles)
    return role is not None and all(role_at_least(role, role_needed) for role_needed in needed)


def _locale_of(*people: User | None) -> str:
    """Return the language of the invited person, or of the inviter if they have no account."""
    return next((person.locale for person in people if person is not None), DEFAULT_LOCALE)


def revoke_invitation(ctx: Context, invitation_id: UUID) -> None:
    """Revoke an open invitation. Raises NotFound, and Forbidden for a role above the caller's."""
    lock_workspace(ctx.session, ctx.workspace_id)
    _refuse_above(ctx, [row for row in list_invitations(ctx) if row.id == invitation_id])
    if not queries.revoke_invitation(ctx.session, ctx.workspace_id, invitation_id, ctx.now()):
        raise NotFound
    ctx.emit(InvitationRevoked(subject_id=invitation_id))


def end_invitations_by(
    ctx: Context, user_id: UUID, role: Role | None = None, workspace_id: UUID | None = None
) -> None:
    """End the open invitations that a user may no longer send with ``role``.

    ``role`` None ends them all; ``workspace_id`` None, those of every workspace. The caller has
    locked the workspaces, so that none is added in the meantime.
    """
    ended = queries.revoke_invitations_by(ctx.session, user_id, role, ctx.now(), workspace_id)
    _announce(ctx, ended)


def _announce(ctx: Context, ended: Iterable[queries.EndedInvitation]) -> None:
    for invitation in ended:
        workspace_ctx = ctx.in_workspace(invitation.workspace_id)
        workspace_ctx.emit(InvitationEnded(subject_id=invitation.id))


def find_invitation(session: Session, token: str, now: datetime) -> Invitation | None:
    """Return the open invitation of a mailed token ``<id>.<secret>``, or None."""
    id_text, _, secret = token.partition(".")
    invitation_id = parse_uuid(id_text)
    if invitation_id is None:
        return None
    invitation = queries.get_invitation(session, invitation_id)
    if invitation is None or not hmac.compare_digest(invitation.secret_hash, token_digest(secret)):
        return None
    over = invitation.claimed_at or invitation.revoked_at or invitation.expires_at <= now
    return None if over or _is_by_disabled(session, invitation) else invitation


def _is_by_disabled(session: Session, invitation: Invitation) -> bool:
    # Disabling an account ends its invitations, but a former release left them open.
    inviter = get_user(session, invitation.invited_by) if invitation.invited_by else None
    return inviter is not None and inviter.disabled_at is not None


def purge(app: Application, payload: dict[str, Any]) -> None:
    """Delete the invitations that expired a day ago, whether they were claimed, revoked or not:
    they contain the addresses of people."""
    with app.database.transaction() as session:
        queries.delete_expired_invitations(session, app.now() - RETENTION_AFTER_EXPIRY)

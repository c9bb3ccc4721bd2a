"""Invitations: bound to an address, valid for a week, claimed once."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import (
    DEFAULT_LOCALE,
    User,
    email_key,
    find_user,
    find_user_by_email,
    refuse_address,
)
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.db.ids import new_id
from consent_app.errors import (
    AddressNotConfirmed,
    AlreadyMember,
    Forbidden,
    NotFound,
    QuotaExceeded,
    Unauthenticated,
)
from consent_app.security.tokens import new_token
from consent_app.workspaces import queries
from consent_app.workspaces.models import Invitation
from consent_app.workspaces.service import Role, may

LIFETIME = timedelta(days=7)
MOST_OPEN = 100
"""How many invitations of a workspace may be open at once."""

open_invitations = queries.open_invitations


def confirmed_inviter(session: Session, user_id: UUID) -> User:
    """Return who invites. Raises AddressNotConfirmed, and Unauthenticated for who is gone.

    Mail goes to whatever address they name, so at least their own has to be theirs.
    """
    user = find_user(session, user_id)
    if user is None:
        raise Unauthenticated
    if user.confirmed_at is None:
        raise AddressNotConfirmed
    return user


def invite(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    *,
    inviter: User,
    inviter_role: str,
    email: str,
    role: Role,
    mailed: bool,
) -> Invitation:
    """Add an invitation and have it mailed; an earlier one of the same address loses its force.

    One that is not to be ``mailed``, since its address gets too many, is like any other otherwise.
    Raises Forbidden for a role above the inviter's own, ValidationFailed for what is no address,
    AlreadyMember and QuotaExceeded.
    """
    if not may(inviter_role, role):
        raise Forbidden("Nobody can invite to a role above their own.")
    refuse_address(app, email)
    key = email_key(email)
    # One at a time, so that of two at once the second replaces the first.
    queries.lock_workspace(session, workspace_id)
    invited = find_user_by_email(session, email)
    if invited is not None and queries.access_by_id(session, invited.id, workspace_id):
        raise AlreadyMember
    now = app.now()
    secret = new_token()
    queries.revoke_invitations_of(session, workspace_id, key, now)
    if queries.count_open_invitations(session, workspace_id, now) >= MOST_OPEN:
        raise QuotaExceeded(
            f"A workspace has {MOST_OPEN} open invitations at most. Revoke one first."
        )
    invitation = Invitation(
        id=new_id(),
        workspace_id=workspace_id,
        email=email,
        email_key=key,
        role=role,
        secret_hash=secret.digest,
        invited_by=inviter.id,
        created_at=now,
        expires_at=now + LIFETIME,
    )
    session.add(invitation)
    workspace = queries.workspace_by_id(session, workspace_id)
    assert workspace is not None
    if mailed:
        token = f"{invitation.id}.{secret.text}"
        mail.send_later(
            session,
            app,
            template="invitation",
            to=email,
            locale=_locale_of(invited, inviter),
            params={
                "url": f"{app.settings.public_origin}/invite#token={token}",
                "workspace": workspace.name,
                "inviter": inviter.name or inviter.email,
            },
        )
    detail = {"role": role} | ({} if mailed else {"mailed": "false"})
    event = Event("invitation.created", inviter.id, workspace_id, invitation.id, detail=detail)
    record(session, app, source, event)
    session.flush()
    return invitation


def _locale_of(*people: User | None) -> str:
    """Return the language of whom it is for, or of whoever writes to a stranger."""
    return next((person.locale for person in people if person is not None), DEFAULT_LOCALE)


def revoke(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    invitation_id: UUID,
    revoked_by: UUID,
) -> None:
    """Revoke an open invitation. Raises NotFound."""
    if not queries.revoke_invitation(session, workspace_id, invitation_id, app.now()):
        raise NotFound
    event = Event("invitation.revoked", revoked_by, workspace_id, invitation_id)
    record(session, app, source, event)

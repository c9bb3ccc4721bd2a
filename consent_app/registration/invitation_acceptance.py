"""Accepting an invitation: joining a workspace, with an existing account or a new one."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.accounts.service import (
    NewUser,
    User,
    create_user,
    find_user_by_email,
    get_user,
    mark_verified,
    new_password_hash,
    new_person_errors,
)
from consent_app.context import Context
from consent_app.errors import (
    EmailTaken,
    InvalidLink,
    SignupClosed,
    Unavailable,
    ValidationFailed,
    WorkspaceSuspended,
)
from consent_app.registration.events import AccountRegistered, InvitationAccepted
from consent_app.registration.pre_hijacking import claim_address, lock_holder, warn_if_doubted
from consent_app.sessions.service import end_sessions_in_workspace
from consent_app.sign_in.service import Challenge, begin_challenge
from consent_app.text import trimmed
from consent_app.workspaces.service import (
    Invitation,
    Workspace,
    claim_invitation,
    find_invitation,
    get_workspace,
    is_suspended,
    join,
)


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The acceptance of an invitation; name and password if they have no account."""

    token: str
    name: str | None
    password: str | None


@dataclass(frozen=True, slots=True)
class NewPerson:
    """The name and password of a person without an account; both None for a person with one."""

    name: str | None
    password_hash: str | None


@dataclass(frozen=True, slots=True)
class InvitationOffer:
    """An invitation as its recipient sees it. ``inviter`` is None if that account was deleted."""

    invitation: Invitation
    workspace: Workspace
    inviter: User | None
    account_exists: bool


def get_offer(ctx: Context, token: str) -> InvitationOffer:
    """Return the invitation of a mailed token. Raises InvalidLink."""
    session = ctx.session
    invitation = find_invitation(session, token, ctx.now())
    workspace = get_workspace(session, invitation.workspace_id) if invitation else None
    if invitation is None or workspace is None:
        raise InvalidLink
    user = find_user_by_email(session, invitation.email)
    inviter = get_user(session, invitation.invited_by) if invitation.invited_by else None
    return InvitationOffer(
        invitation, workspace, inviter, user is not None and user.verified_at is not None
    )


def accept_invitation(ctx: Context, acceptance: Acceptance) -> Challenge:
    """Claim an invitation and return the challenge of a sign-in to its workspace.

    A verified account joins directly. If it has no second factor, the new session is limited to
    this workspace, because following a link is not a sign-in. Any other address needs name and
    password, and an account that was never verified is emptied first (``pre_hijacking``). Raises
    InvalidLink, ValidationFailed, SignupClosed, WorkspaceSuspended, Unavailable,
    passwords.BusyError. Call it before the transaction has begun.
    """
    person = _prepared(ctx, acceptance)
    session, now = ctx.session, ctx.now()
    invitation = find_invitation(session, acceptance.token, now)
    if invitation is None:
        raise InvalidLink
    # Before the invitation, as by everything that revokes a member's invitations.
    holder = lock_holder(ctx, invitation.email)
    if holder is not None and holder.disabled_at is not None:
        raise InvalidLink
    if not claim_invitation(session, invitation.id, now):
        raise InvalidLink
    workspace = get_workspace(session, invitation.workspace_id)
    if workspace is None:
        raise InvalidLink
    if is_suspended(workspace, now):
        raise WorkspaceSuspended
    user = _user(ctx, invitation.email, holder, person)
    joined = join(session, workspace.id, user.id, invitation.role, now)
    if joined:
        # A sign-in may have opened one while a former membership ended.
        end_sessions_in_workspace(session, user.id, workspace.id, now)
    accepted = InvitationAccepted(
        subject_id=invitation.id, user_id=user.id, email=user.email, joined=joined
    )
    ctx.acting_as(user.id, workspace.id).emit(accepted)
    warn_if_doubted(ctx, user, workspace.name)
    # A person who has just set name and password has no other credentials; one with an account
    # does. The address may have been verified since the first query.
    by_link = person.password_hash is None or user.password_hash != person.password_hash
    return begin_challenge(ctx, user.id, workspace.id, by_link=by_link)


def _prepared(ctx: Context, acceptance: Acceptance) -> NewPerson:
    # Whatever is slow or may be refused is done before the transaction that claims the invitation.
    name, password = acceptance.name, acceptance.password
    with ctx.reading() as reading:
        invitation = find_invitation(reading.session, acceptance.token, ctx.now())
        if invitation is None:
            raise InvalidLink
        user = find_user_by_email(reading.session, invitation.email)
        workspace = get_workspace(reading.session, invitation.workspace_id)
        names = (name, invitation.email, workspace.name if workspace is not None else None)
    if user is not None and user.disabled_at is not None:
        raise InvalidLink
    if user is not None and user.verified_at is not None:
        return NewPerson(None, None)
    if user is None:
        _require_signup(ctx)
    field_errors = new_person_errors(name, password)
    if field_errors or password is None:
        raise ValidationFailed(field_errors=field_errors)
    return NewPerson(trimmed(name), new_password_hash(ctx, password, names=names))


def _require_signup(ctx: Context) -> None:
    if ctx.app.settings.signup == "closed":
        raise SignupClosed


def _user(ctx: Context, email: str, user: User | None, person: NewPerson) -> User:
    session, language = ctx.session, ctx.require_client().language
    if user is None and person.password_hash is not None:
        # Again: an account that was never verified may have been deleted since the first query.
        _require_signup(ctx)
        new_user = NewUser(email, person.password_hash, person.name, locale=language)
        try:
            user = create_user(session, new_user, ctx.now())
        except EmailTaken:
            # Another request has just created the account. The next attempt finds it.
            raise Unavailable from None
        mark_verified(session, user.id, ctx.now())
        ctx.acting_as(user.id).emit(AccountRegistered())
        return user
    if user is None:
        # The account was deleted, or has another address, since the first query.
        raise InvalidLink
    if claim_address(ctx, user):
        user.name, user.password_hash = person.name, person.password_hash
        user.locale = language
        session.flush()
    return user

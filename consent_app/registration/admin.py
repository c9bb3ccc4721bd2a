"""Operators' changes to accounts, from the command line."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from consent_app import mail
from consent_app.accounts.service import (
    NewUser,
    User,
    create_user,
    find_user_by_email,
    lock_known_user,
    mark_verified,
)
from consent_app.context import Context
from consent_app.events.event import Change, Event
from consent_app.mail import MailTemplate
from consent_app.registration import admin_mails
from consent_app.registration.events import (
    AccountDisabled,
    AccountEnabled,
    AccountVouchedFor,
    AllSessionsEnded,
    PasswordResetRequested,
    SecondFactorReset,
)
from consent_app.registration.password_reset import issue_reset_link
from consent_app.registration.pre_hijacking import (
    claim_address,
    lock_holder,
    record_verification,
)
from consent_app.sessions.service import (
    PASSWORD_PROVED,
    Purpose,
    end_all_sessions,
    revoke_tokens,
)
from consent_app.settings.error import OperatorError
from consent_app.sign_in.service import delete_factor
from consent_app.workspaces.service import end_invitations_by, lock_workspaces

FIRST_PASSWORD_LIFETIME = timedelta(days=7)


def ensure_vouched_user(ctx: Context, email: str, workspace_id: UUID | None = None) -> User:
    """Return the account of an address that the operator vouches for, creating it if needed.

    An account that was registered with the address but never verified is emptied first
    (``pre_hijacking``): the operator means the owner of the address, not the person who registered
    it. A workspace that the caller is about to change is locked before the user.
    """
    user = lock_holder(ctx, email, workspace_id)
    is_new, emptied = user is None, False
    if user is None:
        # Locked too: all who insert the same address wait for this transaction.
        user = create_user(ctx.session, NewUser(email), ctx.now())
        mark_verified(ctx.session, user.id, ctx.now())
    else:
        emptied = claim_address(ctx, user)
    ctx.session.flush()
    change = "made" if is_new else "emptied" if emptied else None
    changes = (Change(change, None, "true"),) if change else ()
    ctx.emit(AccountVouchedFor(subject_id=user.id, changes=changes))
    return user


def verify_address(ctx: Context, email: str) -> bool:
    """Verify an address that the operator vouches for. False if it is already verified.

    This has the effect of the owner following the link without the account's own token. Raises
    AccountNotFound.
    """
    user = lock_known_user(ctx.session, email)
    if user.verified_at is not None:
        return False
    # In this order: an account that is verified after its doubt began has moved (``has_moved``).
    mark_verified(ctx.session, user.id, ctx.now())
    record_verification(ctx, user, is_registrant=False)
    changes = (Change("verified", None, "true"),)
    ctx.emit(AccountVouchedFor(subject_id=user.id, changes=changes))
    return True


def issue_password_link(ctx: Context, user: User) -> str | None:
    """Issue a link that sets the user's first password. Return None if there already is one.

    It is valid as long as an invitation, because its recipient does not expect it.
    """
    return (
        issue_reset_link(ctx, user, FIRST_PASSWORD_LIFETIME) if user.password_hash is None else None
    )


def issue_new_password_link(ctx: Context, email: str) -> str:
    """Issue a link that sets a new password, for whom no mail reaches. Nothing changes until then.

    Raises AccountNotFound, OperatorError if the account is disabled: its links do not work, or if
    its address is not verified: a reset would remove its memberships (``claim_address``).
    """
    user = lock_known_user(ctx.session, email)
    if user.disabled_at is not None:
        raise OperatorError(
            f"The account of {user.email} is disabled. Enable it first: `consent-app user enable`."
        )
    if user.verified_at is None:
        raise OperatorError(
            f"{user.email} is not verified, so a reset would remove the account from its"
            " workspaces. If this person made the account, run `consent-app user verify` first."
        )
    ctx.emit(PasswordResetRequested(subject_id=user.id))
    return issue_reset_link(ctx, user)


def notify_owner(ctx: Context, user: User, workspace_name: str, link: str | None) -> None:
    """Mail a new owner of a workspace, including a link to set a password if needed."""
    params = {"workspace": workspace_name}
    if link:
        mail.send(ctx, admin_mails.OWNER_WITHOUT_PASSWORD.name, user, params | {"url": link})
    else:
        mail.send(ctx, admin_mails.OWNER.name, user, params)


def reset_second_factor(ctx: Context, email: str) -> User:
    """Remove a user's authenticator and backup codes, end every session, and notify the user.

    The next sign-in sets up a new one. Raises AccountNotFound.
    """
    user = lock_known_user(ctx.session, email)
    _revoke_challenges(ctx, user)
    delete_factor(ctx.session, user.id)
    end_all_sessions(ctx.session, user.id, ctx.now())
    _announce(ctx, user, admin_mails.SECOND_FACTOR_RESET, SecondFactorReset(subject_id=user.id))
    return user


def end_sessions(ctx: Context, email: str) -> User:
    """End every session of a user, and every sign-in in progress. Raises AccountNotFound."""
    user = lock_known_user(ctx.session, email)
    _revoke_challenges(ctx, user)
    end_all_sessions(ctx.session, user.id, ctx.now())
    _announce(ctx, user, admin_mails.SESSIONS_ENDED, AllSessionsEnded(subject_id=user.id))
    return user


def disable(ctx: Context, email: str) -> User:
    """Disable sign-in to an account, and end its sessions. Raises AccountNotFound.

    Its memberships stay, and so do the API keys that it created: they belong to the workspaces. The
    invitations that it sent end: somebody else's may be among them, if it was taken over.
    """
    user = find_user_by_email(ctx.session, email)
    if user is not None:
        # Before the user, and so that no invitation is added in the meantime.
        lock_workspaces(ctx.session, user.id)
    user = lock_known_user(ctx.session, email)
    user.disabled_at = user.disabled_at or ctx.now()
    ctx.session.flush()
    _revoke_challenges(ctx, user)
    revoke_tokens(ctx.session, (Purpose.RESET_PASSWORD,), user.id, ctx.now())
    end_all_sessions(ctx.session, user.id, ctx.now())
    end_invitations_by(ctx, user.id)
    _announce(ctx, user, admin_mails.ACCOUNT_DISABLED, AccountDisabled(subject_id=user.id))
    return user


def enable(ctx: Context, email: str) -> User:
    """Enable sign-in to an account again. Raises AccountNotFound."""
    user = lock_known_user(ctx.session, email)
    user.disabled_at = None
    ctx.emit(AccountEnabled(subject_id=user.id))
    return user


def _revoke_challenges(ctx: Context, user: User) -> None:
    revoke_tokens(ctx.session, PASSWORD_PROVED, user.id, ctx.now())


def _announce(ctx: Context, user: User, template: MailTemplate, event: Event) -> None:
    mail.send(ctx, template.name, user, {})
    ctx.emit(event)

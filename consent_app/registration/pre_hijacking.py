"""Account pre-hijacking: an account that was registered with somebody else's address.

Registering an address proves nothing. Redeeming a reset, an invitation or a provider's verified
address does: an account whose address was never verified before loses everything that was set up
without it (``docs/decisions.md`` §4).

A verification shows that the owner of the address followed a link, not that they registered the
account. Only a verification with the account's own token shows that both are one person. After any
other, password, second factor, sessions and keys are in doubt for 30 days: a reset or a provider's
sign-in removes them. During that time a link can delete the account, once.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from consent_app import mail
from consent_app.accounts.events import AccountEmptied
from consent_app.accounts.service import (
    User,
    delete_identities,
    email_key,
    find_user_by_email,
    get_user,
    lock_user,
    mark_verified,
)
from consent_app.context import ClientInfo, Context
from consent_app.errors import InvalidLink
from consent_app.net.client_networks import coarse_network
from consent_app.registration.events import AccountDisowned
from consent_app.registration.mails import (
    ACCOUNT_DISOWNED,
    FIRST_COMER_REMOVED,
    JOINED_WITH_DOUBT,
    UNNAMED_NETWORK,
    UNNAMED_PROGRAM,
)
from consent_app.sessions.service import (
    OneTimeToken,
    Purpose,
    consume_token,
    delete_known_clients,
    delete_sessions,
    delete_tokens,
    delete_user_with_sessions,
    end_all_sessions,
    get_live_token,
    issue_token,
    revoke_tokens,
)
from consent_app.sign_in.service import delete_factor
from consent_app.translations import localized
from consent_app.workspaces.service import (
    lock_workspace,
    lock_workspaces,
)

DOUBTED = timedelta(days=30)


def lock_account(
    ctx: Context, user_id: UUID, other_workspace_id: UUID | None = None
) -> User | None:
    """Return the current row of the user, locked to the end of the transaction, or None.

    If the account may still be disowned, its workspaces are locked first, and so is the other one:
    workspaces come before users in the lock order.
    """
    user = get_user(ctx.session, user_id)
    # An account that cannot be disowned now will not become one that can.
    is_at_risk = user is not None and may_be_disowned(ctx, user)
    if is_at_risk or other_workspace_id is not None:
        lock_workspaces(ctx.session, user_id, other_workspace_id)
    return lock_user(ctx.session, user_id)


def lock_holder(ctx: Context, email: str, other_workspace_id: UUID | None = None) -> User | None:
    """Return the account that has this address, locked as by ``lock_account``, or None.

    Returns None if the account changes its address while this waits for the lock. The other
    workspace is locked in any case.
    """
    holder = find_user_by_email(ctx.session, email)
    if holder is None:
        if other_workspace_id is not None:
            lock_workspace(ctx.session, other_workspace_id)
        return None
    locked = lock_account(ctx, holder.id, other_workspace_id)
    return locked if locked is not None and locked.email_key == email_key(email) else None


def claim_address(ctx: Context, user: User) -> bool:
    """Mark the user's address as verified. Return whether the account had to be emptied first.

    An account whose address was never verified loses password, second factor, identities, sessions,
    one-time tokens, memberships and the API keys it created. The caller has locked the user with
    ``lock_account``.
    """
    if user.verified_at is not None:
        return False
    session, now = ctx.session, ctx.now()
    # Delete the tokens first: an enrolment in progress locks its token, and the factor that it
    # enrols is then deleted too.
    delete_tokens(session, user.id)
    delete_factor(session, user.id)
    delete_identities(session, user.id)
    delete_sessions(session, user.id)
    ctx.emit(AccountEmptied(subject_id=user.id, keeps_memberships=False))
    user.password_hash = user.name = None
    user.registered_from = user.registered_network = None
    mark_verified(session, user.id, now)
    return True


def set_origin(user: User, client: ClientInfo) -> None:
    """Store where an account was registered: the browser, and the network coarsely."""
    user.registered_from = client.user_agent
    user.registered_network = coarse_network(client.address)


def origin_params(user: User) -> dict[str, str]:
    """Return when and where an account was registered, for an email: ``time``, ``device``,
    ``network``."""
    return {
        "time": f"{user.created_at:%Y-%m-%d %H:%M} UTC",
        "device": user.registered_from or localized(UNNAMED_PROGRAM, user.locale),
        "network": user.registered_network or localized(UNNAMED_NETWORK, user.locale),
    }


def warn_if_doubted(ctx: Context, user: User, workspace_name: str) -> None:
    """Mail the owner of a doubted account that it has joined a workspace, and how to secure it.

    Accepting an invitation removes nothing: an account joins directly, and most doubted accounts
    belong to the owner of the address.
    """
    if is_doubted(ctx, user) and not has_moved(user):
        url = f"{ctx.app.settings.public_origin}/forgot"
        params = {"workspace": workspace_name, "url": url, **origin_params(user)}
        mail.send(ctx, JOINED_WITH_DOUBT.name, user, params)


def record_verification(ctx: Context, user: User, *, is_registrant: bool) -> None:
    """Store whether a verification showed that the address's owner registered the account.

    Call it after the first verification, and after a later one that shows it. The caller has locked
    the user.
    """
    if not is_registrant:
        user.unproved_until = ctx.now() + DOUBTED
        return
    user.unproved_until = user.registered_from = user.registered_network = None
    revoke_tokens(ctx.session, (Purpose.DISOWN_ACCOUNT,), user.id, ctx.now())


def is_doubted(ctx: Context, user: User) -> bool:
    """Return whether the credentials of a verified account may still be somebody else's."""
    return user.unproved_until is not None and user.unproved_until > ctx.now()


def has_moved(user: User) -> bool:
    """Return whether an account got another address since its credentials are in doubt.

    The doubt is about the former address. The owner of the present one cannot settle it: somebody
    who registered an address of another person's could otherwise move the account to their own, and
    keep the memberships that it got from the owner of the first.
    """
    if user.unproved_until is None or user.verified_at is None:
        return False
    return user.verified_at + DOUBTED > user.unproved_until


def remove_doubted_credentials(ctx: Context, user: User) -> bool:
    """Remove the credentials that may be somebody else's, once the owner has signed in.

    Memberships stay, and the owner is mailed. False if nothing is in doubt, or only because of a
    former address. The caller has locked the user with ``lock_account``.
    """
    if not is_doubted(ctx, user) or has_moved(user):
        return False
    session, now = ctx.session, ctx.now()
    purposes = [purpose for purpose in Purpose if purpose is not Purpose.REFRESH]
    revoke_tokens(session, purposes, user.id, now)
    end_all_sessions(session, user.id, now)
    delete_factor(session, user.id)
    delete_known_clients(session, user.id)
    ctx.emit(AccountEmptied(subject_id=user.id, keeps_memberships=True))
    user.password_hash = None
    record_verification(ctx, user, is_registrant=True)
    session.flush()
    mail.send(ctx, FIRST_COMER_REMOVED.name, user, {})
    return True


def get_registration(ctx: Context, token_text: str) -> User:
    """Return the account that a mailed link is about, without consuming the link. Raises
    InvalidLink."""
    token = _get_link(ctx, token_text)
    user = get_user(ctx.session, token.user_id)
    if user is None or not may_be_disowned(ctx, user):
        raise InvalidLink
    return user


def disown(ctx: Context, token_text: str) -> None:
    """Delete an account that the owner of its address did not register. Raises InvalidLink.

    Its memberships and the API keys it created are deleted too; a workspace that loses its last
    member is suspended. An account whose owner has shown that they registered it cannot be
    disowned.
    """
    session = ctx.session
    token = _get_link(ctx, token_text)
    user = lock_account(ctx, token.user_id)
    if user is None or not consume_token(session, token.id, ctx.now()):
        raise InvalidLink
    if not may_be_disowned(ctx, user):
        raise InvalidLink
    ctx.emit(AccountEmptied(subject_id=user.id, keeps_memberships=False))
    ctx.emit(AccountDisowned(subject_id=user.id))
    mail.send(ctx, ACCOUNT_DISOWNED.name, user, {})
    session.flush()
    delete_user_with_sessions(session, user.id)


def issue_disown_link(ctx: Context, user_id: UUID) -> str:
    """Issue a link to the page on which the owner of an address disowns the account."""
    token = issue_token(ctx.session, Purpose.DISOWN_ACCOUNT, user_id, ctx.now())
    return f"{ctx.app.settings.public_origin}/disown#token={token}"


def _get_link(ctx: Context, text: str) -> OneTimeToken:
    # The verification's own link works too: it went to the same mailbox.
    for purpose in (Purpose.DISOWN_ACCOUNT, Purpose.VERIFY_EMAIL):
        token = get_live_token(ctx.session, purpose, text, ctx.now())
        if token is not None:
            return token
    raise InvalidLink


def may_be_disowned(ctx: Context, user: User) -> bool:
    """Return whether the owner of the address may still disown the account."""
    return user.verified_at is None or is_doubted(ctx, user)

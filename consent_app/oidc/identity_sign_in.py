"""Signing in with an identity provider: which account an ID token opens (``docs/decisions.md`` §4).

People are identified by issuer and subject; the address matters only the first time. The provider
replaces password and second factor, so an identity is linked only to an address that the provider
has verified.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.exc import IntegrityError

from consent_app import email_address, mail
from consent_app.accounts.service import (
    NewUser,
    User,
    add_identity,
    create_user,
    get_user_of_identity,
    has_other_identity,
    is_linked_already,
    is_valid_name,
    lock_user_of_identity,
    mark_verified,
    provider_name,
)
from consent_app.context import Context
from consent_app.errors import (
    AccountDisabled,
    AccountNotFound,
    AppError,
    EmailNotVerified,
    EmailTaken,
    IdentityConflict,
    IdentityProviderUnavailable,
    InvalidIdToken,
    NotFound,
    SignupClosed,
    Unavailable,
    WorkspaceSuspended,
)
from consent_app.events.event import Change
from consent_app.oidc.events import IdentityLinked, IdentitySignedIn
from consent_app.oidc.id_tokens import IdentityClaims, IdTokenInvalidError, check_id_token
from consent_app.oidc.mails import IDENTITY_LINKED
from consent_app.oidc.nonces import use_id_token
from consent_app.oidc.providers import Providers
from consent_app.registration.service import (
    AccountRegistered,
    claim_address,
    lock_holder,
    remove_doubted_credentials,
)
from consent_app.sessions.service import (
    OpenedSession,
    open_account_session,
    open_workspace_session,
)
from consent_app.sign_in.service import remove_bound_factor
from consent_app.text import trimmed
from consent_app.workspaces.service import Workspace, get_access_by_slug, is_suspended

MAX_TRIES = 3


@dataclass(frozen=True, slots=True)
class IdentitySignIn:
    """A sign-in with an ID token. ``workspace_slug`` is None for a session of the account only.

    ``nonce`` and ``issuer`` are those that the token must contain, if the sign-in began here
    (OpenID Connect Core 1.0, section 3.1.3.7).
    """

    id_token: str
    allow_signup: bool
    workspace_slug: str | None
    nonce: str | None = None
    issuer: str | None = None


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A sign-in whose token is valid."""

    ctx: Context
    claims: IdentityClaims
    request: IdentitySignIn

    @property
    def issuer(self) -> Change:
        """The issuer, as a detail of an event."""
        return Change("issuer", None, self.claims.issuer)

    def refusal(
        self, error: AppError, user: User | None = None, workspace_id: UUID | None = None
    ) -> AppError:
        """Return ``error`` with the event that is announced after its rollback."""
        event = IdentitySignedIn(changes=(self.issuer, Change("reason", None, error.code)))
        actor = self.ctx.acting_as(user.id if user else None, workspace_id)
        return error.then(actor.refusal(event))


def sign_in(ctx: Context, request: IdentitySignIn) -> OpenedSession:
    """Check an ID token and open a session of the person's account, or of a workspace's panel.

    Call it before the transaction has begun, because the provider's keys may have to be fetched.
    Raises InvalidIdToken, EmailNotVerified, AccountNotFound, SignupClosed, AccountDisabled,
    IdentityConflict, NotFound, WorkspaceSuspended, IdentityProviderUnavailable; Unavailable if
    concurrent first sign-ins were faster MAX_TRIES times.
    """
    providers = ctx.app.get(Providers)
    if not len(providers):
        raise IdentityProviderUnavailable
    try:
        claims = _check(ctx, providers, request)
    except IdTokenInvalidError as error:
        raise InvalidIdToken().then(refusal_of(ctx, error.reason, error.issuer)) from None
    attempt = _Attempt(ctx, claims, request)
    session = ctx.session
    if not claims.email_verified:
        known_user = get_user_of_identity(session, claims.issuer, claims.subject)
        raise attempt.refusal(EmailNotVerified(), known_user)
    try:
        provider = providers.find(claims.issuer)
        needs_nonce = provider is None or provider.settings.require_nonce
        use_id_token(ctx, claims, needs_nonce=needs_nonce)
    except IdTokenInvalidError as error:
        raise InvalidIdToken().then(refusal_of(ctx, error.reason, error.issuer)) from None
    user = _lock_or_add_user(attempt)
    if user.disabled_at is not None:
        raise attempt.refusal(AccountDisabled(), user)
    remove_bound_factor(ctx, user.id)
    event = IdentitySignedIn(changes=(attempt.issuer,))
    if request.workspace_slug is None:
        ctx.acting_as(user.id).emit(event)
        return open_account_session(ctx, user)
    workspace = _workspace(attempt, user, request.workspace_slug)
    ctx.acting_as(user.id, workspace.id).emit(event)
    return open_workspace_session(ctx, user, workspace)


def _check(ctx: Context, providers: Providers, request: IdentitySignIn) -> IdentityClaims:
    claims = check_id_token(providers, request.id_token, ctx.now())
    if request.issuer is not None and claims.issuer != request.issuer:
        raise IdTokenInvalidError("mixed_up", claims.issuer)
    if request.nonce is not None and claims.nonce != request.nonce:
        raise IdTokenInvalidError("nonce", claims.issuer)
    return claims


def refusal_of(ctx: Context, reason: str, issuer: str | None = None) -> Callable[[], None]:
    """Return a function that records a refusal in the audit log, with a reason in one word."""
    changes: tuple[Change, ...] = (Change("reason", None, reason),)
    if issuer:
        changes = (*changes, Change("issuer", None, issuer))
    return ctx.refusal(IdentitySignedIn(changes=changes))


def _workspace(attempt: _Attempt, user: User, slug: str) -> Workspace:
    access = get_access_by_slug(attempt.ctx.session, user.id, slug)
    if access is None:
        raise attempt.refusal(NotFound(), user)
    if is_suspended(access.workspace, attempt.ctx.now()):
        raise attempt.refusal(WorkspaceSuspended(), user, access.workspace.id)
    return access.workspace


def _lock_or_add_user(attempt: _Attempt) -> User:
    """Return the account of the identity, locked. Links or creates one if necessary."""
    ctx, claims = attempt.ctx, attempt.claims
    for _ in range(MAX_TRIES):
        user = lock_user_of_identity(ctx.session, claims.issuer, claims.subject)
        if user is not None:
            return user
        if email_address.problem_of(claims.email, development=ctx.app.settings.development):
            raise attempt.refusal(InvalidIdToken())
        # Requests that claim or link this address wait, so that none acts on outdated data.
        holder = lock_holder(ctx, claims.email)
        user = _add_user(attempt) if holder is None else _link_user(attempt, holder)
        if user is not None:
            return user
        # A concurrent first sign-in of the same person was faster: use the account that it created.
    raise Unavailable


def _add_user(attempt: _Attempt) -> User | None:
    """Return a new account with its identity; None if another request was faster."""
    ctx, claims, request = attempt.ctx, attempt.claims, attempt.request
    if not request.allow_signup:
        raise attempt.refusal(AccountNotFound())
    if ctx.app.settings.signup != "open":
        raise attempt.refusal(SignupClosed())
    if request.workspace_slug is not None:
        # A new account is not a member of any workspace, so it would be created for nothing.
        raise attempt.refusal(NotFound())
    new_user = NewUser(claims.email, name=_name(claims.name), locale=ctx.require_client().language)
    session, now = ctx.session, ctx.now()
    try:
        with session.begin_nested():
            user = create_user(session, new_user, now)
            mark_verified(session, user.id, now)
            add_identity(session, user.id, claims.issuer, claims.subject, now)
    except EmailTaken:
        return None
    except IntegrityError as error:
        if not is_linked_already(error):
            raise
        return None
    ctx.acting_as(user.id).emit(AccountRegistered(changes=(attempt.issuer,)))
    return user


def _link_user(attempt: _Attempt, user: User) -> User | None:
    """Link the identity to the account that has its address, which the caller has locked.

    Return None if it was linked in the meantime.
    """
    ctx, claims = attempt.ctx, attempt.claims
    session = ctx.session
    emptied = claim_address(ctx, user) or remove_doubted_credentials(ctx, user)
    if has_other_identity(session, user.id, claims.issuer, claims.subject):
        raise attempt.refusal(IdentityConflict(), user)
    try:
        with session.begin_nested():
            add_identity(session, user.id, claims.issuer, claims.subject, ctx.now())
    except IntegrityError as error:
        if not is_linked_already(error):
            raise
        return None
    mail.send(ctx, IDENTITY_LINKED.name, user, {"provider": provider_name(claims.issuer)})
    changes: tuple[Change, ...] = (attempt.issuer,)
    if emptied:
        changes = (*changes, Change("emptied", None, "true"))
    ctx.acting_as(user.id).emit(IdentityLinked(changes=changes))
    return user


def _name(name: str | None) -> str | None:
    """Return the person's name at the provider, if registration would accept it."""
    name = trimmed(name)
    return name if name is not None and is_valid_name(name) else None

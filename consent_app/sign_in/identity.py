"""Signing in with an identity provider: whose account an ID token opens (``docs/decisions.md`` §4).

People are known by issuer and subject; the address matters only the first time. The provider stands
in for password and second factor, so a link is made only on an address that it has confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app import email_address, mail
from consent_app.accounts.service import (
    User,
    create_user,
    find_user,
    find_user_by_email,
    lock_user,
    mark_confirmed,
)
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record, refused
from consent_app.db.constraints import violates
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
from consent_app.sign_in import identity_uses
from consent_app.sign_in.first_comers import remove_first_comer
from consent_app.sign_in.identity_tokens import (
    IdentityClaims,
    IdTokenInvalidError,
    check_id_token,
)
from consent_app.sign_in.models import Identity
from consent_app.sign_in.providers import Providers
from consent_app.sign_in.second_factor import forget_bound
from consent_app.sign_in.sessions import open_account_session, open_workspace_session
from consent_app.sign_in.takeover import prove_address
from consent_app.text import trimmed
from consent_app.workspaces.service import Workspace, access_by_slug, is_suspended

SIGNED_IN = "sign_in.identity"
LINKED = "identity.linked"
TRIES = 3
NAME_CHARACTERS = 100
"""As much as registration takes."""


@dataclass(frozen=True, slots=True)
class _Call:
    """What one sign-in works with. ``workspace_slug`` is None for the account alone."""

    session: Session
    app: Application
    source: Source
    claims: IdentityClaims
    allow_signup: bool
    workspace_slug: str | None

    def refusal(
        self, error: AppError, user: User | None = None, workspace_id: UUID | None = None
    ) -> AppError:
        """Return ``error`` with the audit event that is written once its rollback is done."""
        detail = {"issuer": self.claims.issuer, "reason": error.code}
        event = Event(SIGNED_IN, user.id if user else None, workspace_id, detail=detail)
        return error.then(refused(self.app, self.source, event))


def sign_in(
    session: Session,
    app: Application,
    source: Source,
    providers: Providers,
    *,
    id_token: str,
    allow_signup: bool,
    workspace_slug: str | None,
) -> dict[str, Any]:
    """Check an ID token and open a session of its person's account, or of a workspace's panel.

    Returns the AuthSessionResponse where ``workspace_slug`` is given, else the
    AccountSessionResponse. Call it before ``session`` has begun: the provider's keys may have to be
    fetched. Raises InvalidIdToken, EmailNotVerified, AccountNotFound, SignupClosed,
    AccountDisabled, IdentityConflict, NotFound, WorkspaceSuspended, IdentityProviderUnavailable.
    """
    if not len(providers):
        raise IdentityProviderUnavailable
    try:
        claims = check_id_token(providers, id_token, app.now())
    except IdTokenInvalidError as error:
        raise _invalid(app, source, error) from None
    call = _Call(session, app, source, claims, allow_signup, workspace_slug)
    if not claims.email_verified:
        raise call.refusal(EmailNotVerified(), _user_of_identity(session, claims))
    try:
        given = providers.of_issuer(claims.issuer)
        identity_uses.use(
            session, app, claims, needs_nonce=given is None or given.given.require_nonce
        )
    except IdTokenInvalidError as error:
        raise _invalid(app, source, error) from None
    user = lock_user(session, _user(call).id)
    if user is None:
        raise Unavailable
    if user.disabled_at is not None:
        raise call.refusal(AccountDisabled(), user)
    forget_bound(session, user.id, app.now())
    detail = {"issuer": claims.issuer}
    if workspace_slug is None:
        record(session, app, source, Event(SIGNED_IN, user.id, detail=detail))
        return open_account_session(session, app, source, user)
    workspace = _workspace(call, user, workspace_slug)
    record(session, app, source, Event(SIGNED_IN, user.id, workspace.id, detail=detail))
    return open_workspace_session(session, app, source, user, workspace)


def _invalid(app: Application, source: Source, error: IdTokenInvalidError) -> AppError:
    detail = {"reason": error.reason} | ({"issuer": error.issuer} if error.issuer else {})
    return InvalidIdToken().then(refused(app, source, Event(SIGNED_IN, detail=detail)))


def _workspace(call: _Call, user: User, slug: str) -> Workspace:
    access = access_by_slug(call.session, user.id, slug)
    if access is None:
        raise call.refusal(NotFound(), user)
    if is_suspended(access.workspace, call.app.now()):
        raise call.refusal(WorkspaceSuspended(), user, access.workspace.id)
    return access.workspace


def _user(call: _Call) -> User:
    """Return the account of the identity, linked or made now if it must be."""
    for _ in range(TRIES):
        user = _user_of_identity(call.session, call.claims)
        if user is not None:
            return user
        if email_address.fault_of(call.claims.email, development=call.app.settings.development):
            raise call.refusal(InvalidIdToken())
        met = find_user_by_email(call.session, call.claims.email)
        user = _new_user(call) if met is None else _linked_user(call, met)
        if user is not None:
            return user
        # Another first sign-in of the same person was faster: what it made is there now.
    raise Unavailable


def _user_of_identity(session: Session, claims: IdentityClaims) -> User | None:
    user_id = session.scalar(
        select(Identity.user_id).where(
            Identity.issuer == claims.issuer, Identity.subject == claims.subject
        )
    )
    return find_user(session, user_id) if user_id is not None else None


def _new_user(call: _Call) -> User | None:
    """Return a new account with its identity; None where another request was faster."""
    if not call.allow_signup:
        raise call.refusal(AccountNotFound())
    if call.app.settings.signup != "open":
        raise call.refusal(SignupClosed())
    if call.workspace_slug is not None:
        # Who has no account yet is a member of nothing: none is made in vain.
        raise call.refusal(NotFound())
    session, now = call.session, call.app.now()
    try:
        with session.begin_nested():
            user = create_user(
                session,
                email=call.claims.email,
                password_hash=None,
                name=_name(call.claims.name),
                organization_name=None,
                now=now,
                locale=call.source.language,
            )
            mark_confirmed(session, user.id, now)
            _add_identity(call, user)
    except EmailTaken:
        return None
    except IntegrityError as error:
        if not _is_linked_already(error):
            raise
        return None
    detail = {"issuer": call.claims.issuer}
    registered = Event("account.registered", user.id, detail=detail)
    record(session, call.app, call.source, registered)
    return user


def _linked_user(call: _Call, met: User) -> User | None:
    """Link the identity to the account that has its address; None where that has changed."""
    session, now = call.session, call.app.now()
    # Others that prove or link this address wait: none acts on what it saw before.
    user = lock_user(session, met.id)
    if user is None:
        return None
    emptied = prove_address(session, user, now) or remove_first_comer(session, call.app, user)
    if _is_linked(session, user, call.claims):
        raise call.refusal(IdentityConflict(), user)
    try:
        with session.begin_nested():
            _add_identity(call, user)
    except IntegrityError as error:
        if not _is_linked_already(error):
            raise
        return None
    mail.send_later(
        session,
        call.app,
        template="identity_linked",
        to=user.email,
        locale=user.locale,
        params={"provider": urlsplit(call.claims.issuer).netloc},
    )
    detail = {"issuer": call.claims.issuer} | ({"emptied": "true"} if emptied else {})
    record(session, call.app, call.source, Event(LINKED, user.id, detail=detail))
    return user


def _is_linked(session: Session, user: User, claims: IdentityClaims) -> bool:
    """Whether another subject of this issuer is linked to the user."""
    return (
        session.scalar(
            select(Identity.subject).where(
                Identity.user_id == user.id,
                Identity.issuer == claims.issuer,
                Identity.subject != claims.subject,
            )
        )
        is not None
    )


def _add_identity(call: _Call, user: User) -> None:
    call.session.add(
        Identity(
            issuer=call.claims.issuer,
            subject=call.claims.subject,
            user_id=user.id,
            linked_at=call.app.now(),
        )
    )
    call.session.flush()


def _is_linked_already(error: IntegrityError) -> bool:
    return violates(error, "pk_identities", "identities.issuer, identities.subject") or violates(
        error, "uq_identities_user_id_issuer", "identities.user_id, identities.issuer"
    )


def _name(name: str | None) -> str | None:
    """Return a provider's name for a person where it is one that registration would take."""
    name = trimmed(name)
    if name is None or not 2 <= len(name) <= NAME_CHARACTERS:
        return None
    return name if name.isprintable() and "://" not in name and "=?" not in name else None

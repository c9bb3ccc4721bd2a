"""The security policy: which credential a request carries, and who is calling.

The permission of a view names the type of credential that it accepts (``docs/decisions.md`` §3,
§5). A missing, invalid or foreign credential is 401. A valid one whose role or scope does not allow
the call is 403.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from pyramid.config import Configurator
from sqlalchemy.orm import Session

from consent_app.api.rate_limits import Per, RateLimits
from consent_app.api_keys.service import authenticate_api_key
from consent_app.context import Actor
from consent_app.db.outages import UNANSWERED
from consent_app.errors import Forbidden, OwnSignInRequired, Unauthenticated, WorkspaceSuspended
from consent_app.http.bearer import bearer_token
from consent_app.http.request import READING_METHODS, Request
from consent_app.security.api_keys import looks_like_api_key
from consent_app.sessions.service import Authentication, authenticate
from consent_app.workspaces.service import role_at_least

UNKNOWN_KEY = (
    "This API key is unknown, expired or revoked. An owner or an admin of the workspace can create"
    " another."
)
KEY_ELSEWHERE = "API keys do not work here, only below /v1/api."
EXPECTED = {
    "panel": "This operation requires a workspace's access token. It expires after 15 minutes:"
    " refresh it, or sign in again.",
    "account": "This operation requires an account token. It expires after 60 minutes: sign in"
    " again.",
    "session": "This operation requires a workspace's access token or an account token. Yours is"
    " not valid, or has expired: refresh it, or sign in again.",
}


class SecurityPolicy:
    """Pyramid's security policy. ``permits`` raises the refusal itself, so that it carries a
    reason."""

    def identity(self, request: Request) -> Actor | None:
        """Return the caller, as authenticated for the view's permission; None before that."""
        actor: Actor | None = request.__dict__.get("actor")
        return actor

    def authenticated_userid(self, request: Request) -> str | None:
        """Return the calling user's id; None for a key or an anonymous caller."""
        actor = self.identity(request)
        return str(actor.user_id) if actor is not None and actor.user_id is not None else None

    def permits(self, request: Request, context: Any, permission: str) -> bool:
        """Return True, or raise the error that gives the reason."""
        if permission == "public":
            return True
        kind, _, requirement = permission.partition(":")
        token = bearer_token(request)
        if kind == "key":
            actor = _api_key(request, token, requirement)
        elif kind == "panel":
            actor = _member(request, token, requirement)
        else:
            actor = _account(request, token, kind)
        request.__dict__["actor"] = actor
        return True

    def remember(self, request: Request, userid: str, **kw: Any) -> list[tuple[str, str]]:
        """Return no headers: no cookie carries a credential."""
        return []

    def forget(self, request: Request, **kw: Any) -> list[tuple[str, str]]:
        """Return no headers: no cookie carries a credential."""
        return []


def _api_key(request: Request, token: str, scope: str) -> Actor:
    try:
        actor = authenticate_api_key(request.db, request.app, token)
    except UNANSWERED:
        # The primary is unavailable, or hangs. A replica may be slightly behind, but it has the key
        # and the data that the key reads.
        if request.app.settings.replica_url is None:
            raise
        with request.app.database.replica_session() as session:
            actor = authenticate_api_key(session, request.app, token)
    if actor is None:
        raise Unauthenticated(UNKNOWN_KEY)
    _count(request, {"key": actor.api_key_id, "workspace": actor.workspace_id})
    if scope not in actor.scopes:
        raise Forbidden
    return actor


def _member(request: Request, token: str, min_role: str) -> Actor:
    with _session(request) as session:
        authentication = authenticate(session, request.app, token, "panel")
    if authentication is None or authentication.actor.role is None:
        raise _not_a_session(token, "panel")
    request.__dict__["recheck_caller"] = lambda session: _recheck(
        authentication, authenticate(session, request.app, token, "panel")
    )
    actor = authentication.actor
    _count(request, {"person": actor.user_id, "workspace": actor.workspace_id})
    if authentication.suspended:
        raise WorkspaceSuspended
    if actor.role is None or not role_at_least(actor.role, min_role):
        raise Forbidden
    return actor


def _account(request: Request, token: str, kind: str) -> Actor:
    def find(session: Session) -> Authentication | None:
        authentication = authenticate(session, request.app, token, "account")
        if authentication is None and kind == "session":
            authentication = authenticate(session, request.app, token, "panel")
        return authentication

    with _session(request) as session:
        authentication = find(session)
    if authentication is None:
        raise _not_a_session(token, kind)
    request.__dict__["recheck_caller"] = lambda session: _recheck_session(find(session))
    actor = authentication.actor
    _count(request, {"person": actor.user_id})
    if actor.bound and not (request.method in ("GET", "HEAD") and _is_account(request)):
        raise OwnSignInRequired
    return actor


def _not_a_session(token: str, kind: str) -> Unauthenticated:
    return Unauthenticated(KEY_ELSEWHERE if looks_like_api_key(token) else EXPECTED[kind])


def _is_account(request: Request) -> bool:
    # The only page of the account that the panel itself needs: whose session this is.
    return request.matched_route is not None and request.matched_route.name == "account"


def _recheck_session(now: Authentication | None) -> Authentication:
    if now is None:
        raise Unauthenticated
    return now


def _recheck(before: Authentication, now: Authentication | None) -> None:
    now = _recheck_session(now)
    if now.suspended and not before.suspended:
        raise WorkspaceSuspended
    # The view gets the role that was found first. If the role has been lowered since, the request
    # is refused.
    role = now.actor.role
    if before.actor.role is not None and (
        role is None or not role_at_least(role, before.actor.role)
    ):
        raise Forbidden


def _count(request: Request, caller: dict[Per, UUID | None]) -> None:
    # Requests that are refused for their role or scope are counted too.
    request.__dict__["counted_as"] = caller
    limits: RateLimits = request.registry.api.rate_limits
    limits.enforce_for_caller(request.operation.limits, caller)


@contextmanager
def _session(request: Request) -> Iterator[Session]:
    # A request that writes starts its transaction in the view: while its body is read and validated
    # it must hold neither SQLite's write lock nor a connection. The same applies to operations with
    # ``x-transaction: none``, which count attempts first or wait for another site.
    if "tm.active" in request.environ and request.method in READING_METHODS:
        yield request.db
    else:
        with request.app.database.session(read_only=True) as session:
            yield session


def includeme(config: Configurator) -> None:
    """Make this the application's policy."""
    config.set_security_policy(SecurityPolicy())

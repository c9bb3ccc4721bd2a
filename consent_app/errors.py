"""The one tree of errors that a service may raise, free of any web framework.

Each class is one row of ``decisions.md`` §2: a stable ``code`` that clients may switch on, the HTTP
``status`` it is answered with, a ``title`` that never changes for the code, and a ``detail`` in
words for the person who reads it. ``consent_app.api.problems`` renders them (RFC 9457).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Fault:
    """One failing part of a request: a JSON Pointer into the body, or ``#/query/NAME``."""

    pointer: str
    message: str


class AppError(Exception):
    """A refusal that the caller is told about; subclasses fix ``status``, ``code``, ``title``."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"
    title: ClassVar[str] = "Internal error"
    default_detail: ClassVar[str] = ""

    def __init__(
        self,
        detail: str | None = None,
        *,
        faults: tuple[Fault, ...] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        self.detail = detail or self.default_detail
        self.faults = faults
        self.headers = headers or {}
        super().__init__(self.detail)


class ValidationFailed(AppError):
    """A body, path or query parameter that fails its schema or a rule beyond it."""

    status = 400
    code = "validation_failed"
    title = "The request is not valid"
    default_detail = "One or more parts of the request are not valid. See errors."

    @classmethod
    def at(cls, pointer: str, message: str) -> ValidationFailed:
        """Return the error for one failing part. ``message`` names the rule, never the value."""
        return cls(faults=(Fault(pointer, message),))


class Unauthenticated(AppError):
    """No credential, or one that is unknown, expired, revoked or of the wrong kind."""

    status = 401
    code = "unauthenticated"
    title = "Authentication is needed"
    default_detail = "Send a valid bearer credential of the kind that this route asks for."


class InvalidCredentials(AppError):
    """Wrong password, unknown address, unknown workspace or no member of it: one answer."""

    status = 401
    code = "invalid_credentials"
    title = "Sign-in failed"
    default_detail = "The email address or the password is not right. Check both and try again."


class InvalidChallenge(AppError):
    """A challenge that is unknown, expired, spent, of the other purpose, or tried too often."""

    status = 401
    code = "invalid_challenge"
    title = "The challenge is not valid"
    default_detail = "This sign-in step has expired or was already used. Sign in again."


class InvalidCode(AppError):
    """A wrong second-factor code, or a hand-off code that is unknown, expired or spent."""

    status = 401
    code = "invalid_code"
    title = "The code is not valid"
    default_detail = "The code is wrong, expired or was already used. Try a new one."


class InvalidRefreshToken(AppError):
    """A refresh token that is unknown, expired, reused, or of a session that has ended."""

    status = 401
    code = "invalid_refresh_token"
    title = "The refresh token is not valid"
    default_detail = "The session has ended. Sign in again."


class Forbidden(AppError):
    """The credential is right, but its role or scope does not allow this."""

    status = 403
    code = "forbidden"
    title = "Not allowed"
    default_detail = "Your role or the key's scope does not allow this. Ask an owner."


class WorkspaceSuspended(AppError):
    """Told only after the credential itself proved right."""

    status = 403
    code = "workspace_suspended"
    title = "The workspace is suspended"
    default_detail = "This workspace is suspended. A payment by one of its owners brings it back."


class SignupClosed(AppError):
    """Registration is switched off by the setting ``signup``."""

    status = 403
    code = "signup_closed"
    title = "Registration is closed"
    default_detail = "This server takes no registrations. Ask its operator for an invitation."


class DomainAllowanceExceeded(AppError):
    """The plan does not cover this domain."""

    status = 403
    code = "domain_allowance_exceeded"
    title = "The plan covers no further domain"
    default_detail = "The workspace's plan covers no further domain. Upgrade it or delete a domain."


class OriginNotAllowed(AppError):
    """A visitor's request from an origin that is not the domain's."""

    status = 403
    code = "origin_not_allowed"
    title = "The origin is not this domain's"
    default_detail = "Decisions are taken only from pages of the domain itself."


class NotFound(AppError):
    """A thing that is not there, or that belongs to another workspace."""

    status = 404
    code = "not_found"
    title = "Not found"
    default_detail = "There is nothing here under that name or id."


class MethodNotAllowed(AppError):
    """The path exists, the method does not. ``headers`` carries ``Allow``."""

    status = 405
    code = "method_not_allowed"
    title = "The method is not allowed"
    default_detail = "This path does not answer that method. See the Allow header."


class EmailTaken(AppError):
    """Registration with an address that has an account."""

    status = 409
    code = "email_taken"
    title = "The address is already registered"
    default_detail = "There is an account with this address. Sign in or reset its password."


class HostnameTaken(AppError):
    """The hostname is already a domain of this workspace."""

    status = 409
    code = "hostname_taken"
    title = "The hostname is already there"
    default_detail = "This workspace has a domain with this hostname already."


class DemoUsed(AppError):
    """A second demo of one account."""

    status = 409
    code = "demo_used"
    title = "The demo was already used"
    default_detail = "This account has had its demo. Choose a plan instead."


class ContentTooLarge(AppError):
    """A body over the limit."""

    status = 413
    code = "content_too_large"
    title = "The body is too large"
    default_detail = "The request's body is over the limit of this route."


class UnsupportedMediaType(AppError):
    """A body of a media type that the route does not take."""

    status = 415
    code = "unsupported_media_type"
    title = "The media type is not supported"
    default_detail = "Send the body as application/json."


class RateLimited(AppError):
    """Too many requests. ``headers`` has ``Retry-After``, ``RateLimit``, ``RateLimit-Policy``."""

    status = 429
    code = "rate_limited"
    title = "Too many requests"
    default_detail = "Too many requests. Wait as long as Retry-After says, then try again."


class Unavailable(AppError):
    """The database is away, or a queue is full. ``headers`` carries ``Retry-After``."""

    status = 503
    code = "unavailable"
    title = "The service is unavailable"
    default_detail = "The service cannot answer just now. Try again shortly."
    retry_after_seconds: ClassVar[int] = 5

    def __init__(
        self,
        detail: str | None = None,
        *,
        faults: tuple[Fault, ...] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        retry = {"Retry-After": str(self.retry_after_seconds)}
        super().__init__(detail, faults=faults, headers=retry | (headers or {}))

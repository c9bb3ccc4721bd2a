"""Refusals that any request can meet."""

from __future__ import annotations

from typing import ClassVar

from consent_app.errors.base import AppError, FieldError


class ValidationFailed(AppError):
    """A body, path or query parameter that fails its schema or a rule beyond it."""

    status = 400
    code = "validation_failed"
    title = "The request is not valid"
    default_detail = "One or more parts of the request are not valid. See errors."
    resolution = "Fix the fields listed in `errors`, and send the request again."

    @classmethod
    def at(cls, pointer: str, message: str) -> ValidationFailed:
        """Return the error for one failing part. ``message`` names the rule, never the value."""
        return cls(field_errors=(FieldError(pointer, message),))


class Unauthenticated(AppError):
    """No credential, or one that is unknown, expired, revoked or of the wrong kind."""

    status = 401
    code = "unauthenticated"
    title = "Authentication is needed"
    default_detail = "Send a valid bearer credential of the kind that this route asks for."
    resolution = (
        "Renew the access token, sign in again, or send the kind of credential that the "
        "operation names."
    )


class Forbidden(AppError):
    """The credential is right, but its role or scope does not allow this."""

    status = 403
    code = "forbidden"
    title = "Not allowed"
    default_detail = "Your role or the key's scope does not allow this. Ask an owner."
    resolution = "Ask an owner for the role, or for a key with the scope."


class NotFound(AppError):
    """A thing that is not there, or that belongs to another workspace."""

    status = 404
    code = "not_found"
    title = "Not found"
    default_detail = "There is nothing here under that name or id."
    resolution = "Look the id up in the list; another workspace's things are not there either."


class MethodNotAllowed(AppError):
    """The path exists, the method does not. ``headers`` carries ``Allow``."""

    status = 405
    code = "method_not_allowed"
    title = "The method is not allowed"
    default_detail = "This path does not answer that method. See the Allow header."
    resolution = "See `Allow`."


class QuotaExceeded(AppError):
    """A workspace would hold more of something than it may."""

    status = 409
    code = "quota_exceeded"
    title = "The workspace holds as many as it may"
    default_detail = "The workspace holds as many of these as it may. Remove one first."
    resolution = "Remove one that is no longer needed, then try again."


class PreconditionFailed(AppError):
    """What ``If-Match`` names is not what is there any more (RFC 9110 §13.1.1)."""

    status = 412
    code = "precondition_failed"
    title = "It was changed meanwhile"
    default_detail = "Someone changed this since you read it. Read it again, then send your change."
    resolution = "Read it again, apply the change to that, and send it with the new `ETag`."


class PreconditionRequired(AppError):
    """A change that may only be made by whoever says what it replaces (RFC 6585 §3)."""

    status = 428
    code = "precondition_required"
    title = "Say what you replace"
    default_detail = "Send the ETag of what you read as If-Match, so that nobody's work is lost."
    resolution = "Read it first, and send its `ETag` as `If-Match`."


class ContentTooLarge(AppError):
    """A body over the limit."""

    status = 413
    code = "content_too_large"
    title = "The body is too large"
    default_detail = "The request's body is over the limit of this route."
    resolution = "Send less: 64 KiB at most, 1 MiB where the operation says so."


class UnsupportedMediaType(AppError):
    """A body of a media type that the route does not take."""

    status = 415
    code = "unsupported_media_type"
    title = "The media type is not supported"
    default_detail = "Send the body as application/json."
    resolution = "Send the body as `application/json`."


class RateLimited(AppError):
    """Too many requests. ``headers`` has ``Retry-After``, ``RateLimit``, ``RateLimit-Policy``."""

    status = 429
    code = "rate_limited"
    title = "Too many requests"
    default_detail = "Too many requests. Wait as long as Retry-After says, then try again."
    resolution = "Wait as long as `Retry-After` says."


class Unavailable(AppError):
    """The database is away, or a queue is full. ``headers`` carries ``Retry-After``."""

    status = 503
    code = "unavailable"
    title = "The service is unavailable"
    default_detail = "The service cannot answer just now. Try again shortly."
    resolution = (
        "Try again after `Retry-After`; with the same `Idempotency-Key` where one was sent."
    )
    retry_after_seconds: ClassVar[int] = 5

    def __init__(
        self,
        detail: str | None = None,
        *,
        field_errors: tuple[FieldError, ...] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        retry = {"Retry-After": str(self.retry_after_seconds)}
        super().__init__(detail, field_errors=field_errors, headers=retry | (headers or {}))

"""Errors that any request can cause."""

from __future__ import annotations

from typing import ClassVar

from consent_app.errors.base import AppError, FieldError


class ValidationFailed(AppError):
    """The body, or a path or query parameter, breaks its schema or another rule."""

    status = 400
    code = "validation_failed"
    title = "The request is not valid"
    default_detail = "One or more parts of the request are not valid. See errors."
    resolution = "Fix the fields listed in `errors`, and send the request again."

    @classmethod
    def at(cls, pointer: str, message: str) -> ValidationFailed:
        """Return the error for one invalid field. ``message`` names the rule, never the value."""
        return cls(field_errors=(FieldError(pointer, message),))


class Unauthenticated(AppError):
    """The credential is missing, unknown, expired, revoked or of the wrong type."""

    status = 401
    code = "unauthenticated"
    title = "Authentication is required"
    default_detail = "Send a valid bearer token of the type that this operation requires."
    resolution = (
        "Renew the access token, sign in again, or send the type of credential that the operation "
        "requires."
    )


class Forbidden(AppError):
    """The credential is valid, but its role or scope does not allow this."""

    status = 403
    code = "forbidden"
    title = "Not allowed"
    default_detail = "Your role or the key's scope does not allow this. Ask an owner."
    resolution = "Ask an owner to change your role, or to create a key with the scope."


class NotFound(AppError):
    """The resource does not exist, or belongs to another workspace."""

    status = 404
    code = "not_found"
    title = "Not found"
    default_detail = "Nothing was found with this name or id. Check the address and the id."
    resolution = "Look up the id in the list. Resources of other workspaces are not found either."


class MethodNotAllowed(AppError):
    """The path does not support this method. ``Allow`` lists the methods that it supports."""

    status = 405
    code = "method_not_allowed"
    title = "The method is not allowed"
    default_detail = "This path does not support this method. See the Allow header."
    resolution = "Use a method listed in `Allow`."


class QuotaExceeded(AppError):
    """The workspace already has the maximum number of these."""

    status = 409
    code = "quota_exceeded"
    title = "The limit is reached"
    default_detail = "The workspace already has the maximum number of these. Delete one first."
    resolution = "Delete one that you no longer need, then try again."


class PreconditionFailed(AppError):
    """``If-Match`` names another version than the current one (RFC 9110 §13.1.1)."""

    status = 412
    code = "precondition_failed"
    title = "The resource has changed"
    default_detail = "Someone changed this since you read it. Read it again, then send your change."
    resolution = "Read the resource again, apply your change, and send it with the new `ETag`."


class PreconditionRequired(AppError):
    """``If-Match`` is missing, and this change requires it (RFC 6585 §3)."""

    status = 428
    code = "precondition_required"
    title = "If-Match is required"
    default_detail = (
        "Send the ETag that you last read as If-Match, so that you do not overwrite other changes."
    )
    resolution = "Read the resource first, and send its `ETag` as `If-Match`."


class ContentTooLarge(AppError):
    """The body exceeds the limit."""

    status = 413
    code = "content_too_large"
    title = "The body is too large"
    default_detail = "The request body exceeds this operation's limit. Send a smaller one."
    resolution = "Send a smaller body: 64 KiB at most, or 1 MiB where the operation says so."


class UnsupportedMediaType(AppError):
    """The operation does not accept this media type."""

    status = 415
    code = "unsupported_media_type"
    title = "The media type is not supported"
    default_detail = "Send the body as application/json."
    resolution = "Send the body as `application/json`."


class RateLimited(AppError):
    """Too many requests. See ``Retry-After``, ``RateLimit`` and ``RateLimit-Policy``."""

    status = 429
    code = "rate_limited"
    title = "Too many requests"
    default_detail = "Too many requests. Wait for the time in Retry-After, then try again."
    resolution = "Wait for the time given in `Retry-After`."


class Unavailable(AppError):
    """The database is unavailable, or a queue is full. See ``Retry-After``."""

    status = 503
    code = "unavailable"
    title = "The service is unavailable"
    default_detail = "The service is temporarily unavailable. Try again shortly."
    resolution = "Try again after `Retry-After`, with the same `Idempotency-Key` if you sent one."
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

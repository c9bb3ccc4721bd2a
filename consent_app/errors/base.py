"""The base of all errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self


@dataclass(frozen=True, slots=True)
class FieldError:
    """One invalid field of a request: a JSON Pointer into the body, or ``#/query/NAME``,
    ``#/path/NAME`` or ``#/header/NAME``."""

    pointer: str
    message: str


class AppError(Exception):
    """A refusal to be returned to the caller. Subclasses set the class variables.

    ``resolution`` tells the caller how to resolve it; it appears in docs/errors.md and in no
    response.
    """

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"
    title: ClassVar[str] = "Internal error"
    default_detail: ClassVar[str] = (
        "An unexpected error occurred on the server. It was logged. Ask the operator of this"
        " server."
    )
    resolution = "The error was logged. Report its `instance` to the server's operator."

    def __init__(
        self,
        detail: str | None = None,
        *,
        field_errors: tuple[FieldError, ...] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        self.detail = detail or self.default_detail
        self.field_errors = field_errors
        self.headers = headers or {}
        self.after_rollback: Callable[[], None] | None = None
        super().__init__(self.detail)

    def problem(self) -> dict[str, Any]:
        """Return the members that problem details always have (RFC 9457 §3.1, and ``code``)."""
        return {
            "type": "about:blank",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }

    def then(self, after_rollback: Callable[[], None]) -> Self:
        """Return this error, with a function to call after its rollback.

        The function does the work that the refusal itself causes, such as recording an audit event.
        It runs outside any transaction and before the response is sent.
        """
        self.after_rollback = after_rollback
        return self

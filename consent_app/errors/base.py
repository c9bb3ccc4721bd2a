"""What every refusal has in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class FieldError:
    """One failing part of a request: a JSON Pointer into the body, or ``#/query/NAME``."""

    pointer: str
    message: str


class AppError(Exception):
    """A refusal that the caller is told about; subclasses fix the class variables.

    ``resolution`` is what the caller can do about it, for docs/errors.md; no answer carries it.
    """

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"
    title: ClassVar[str] = "Internal error"
    default_detail: ClassVar[str] = ""
    resolution = (
        "Nothing on your side. The error was logged: give its `instance` to the server's operator."
    )

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

    def then(self, after_rollback: Callable[[], None]) -> Self:
        """Return this error, with what is to be written once its rollback is done.

        For what a refusal itself causes, such as an audit event. It runs outside of any transaction
        and before the answer leaves.
        """
        self.after_rollback = after_rollback
        return self

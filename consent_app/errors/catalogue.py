"""Every error there is, in one order, for what is told of them (docs/errors.md, the tests)."""

from __future__ import annotations

from consent_app import errors
from consent_app.errors.base import AppError


def catalogue() -> list[type[AppError]]:
    """Return every class of error that an answer can carry, by status and then by code."""
    classes = [AppError, *(getattr(errors, name) for name in errors.__all__)]
    kinds = {
        member for member in classes if isinstance(member, type) and issubclass(member, AppError)
    }
    return sorted(kinds, key=lambda member: (member.status, member.code))

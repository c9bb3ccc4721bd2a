"""Every error in one order, for docs/errors.md and the tests."""

from __future__ import annotations

from consent_app import errors
from consent_app.errors.base import AppError


def catalogue() -> list[type[AppError]]:
    """Return every class of error that a response can contain, by status and then by code."""
    classes = [AppError, *(getattr(errors, name) for name in errors.__all__)]
    error_classes = {
        member for member in classes if isinstance(member, type) and issubclass(member, AppError)
    }
    return sorted(error_classes, key=lambda member: (member.status, member.code))

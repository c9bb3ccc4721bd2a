"""Finding out which constraint an IntegrityError broke, on both databases."""

from __future__ import annotations

from sqlalchemy.exc import IntegrityError


def violates(error: IntegrityError, constraint: str, columns: str) -> bool:
    """Return whether ``error`` broke ``constraint``.

    PostgreSQL names the constraint. SQLite names ``columns`` instead, such as ``users.email_key``
    or ``domains.workspace_id, domains.hostname``.
    """
    diagnostics = getattr(error.orig, "diag", None)
    if diagnostics is not None:
        return bool(diagnostics.constraint_name == constraint)
    return str(error.orig).endswith(f": {columns}")


def refers_to_nothing(error: IntegrityError) -> bool:
    """Return whether ``error`` broke a foreign key: the row it refers to was deleted in the
    meantime."""
    code = getattr(error.orig, "pgcode", None) or getattr(error.orig, "sqlite_errorname", None)
    return code in ("23503", "SQLITE_CONSTRAINT_FOREIGNKEY")

"""Searching every column of every table, so that a new table cannot be forgotten."""

from __future__ import annotations

import re

from sqlalchemy import String, case, cast, func, select

from consent_app.application import Application
from consent_app.migrations.migrate import models_metadata

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def columns_with(application: Application, text: str) -> set[str]:
    """Return the columns in which any row contains ``text``, in whatever case; or an id as text."""
    columns = set()
    if application.database.dialect == "sqlite" and _ID.fullmatch(text):
        text = text.replace("-", "")
    with application.database.session(read_only=True) as session:
        for table in models_metadata().sorted_tables:
            texts = [func.lower(cast(column, String)) for column in table.columns]
            search = select(*(func.max(case((value.contains(text), 1))) for value in texts))
            flags = session.execute(search).one()
            columns |= {
                f"{table.name}.{column.name}"
                for column, flag in zip(table.columns, flags, strict=True)
                if flag
            }
    return columns

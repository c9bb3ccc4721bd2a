"""A table of the tests' own, to see what is committed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text
from webtest import TestApp

from consent_app.application import Application

SECRET = "hunter2"


def notes(application: Application) -> list[str]:
    with application.database.session(read_only=True) as session:
        return list(session.scalars(text("SELECT words FROM notes")))


def note(site: TestApp, answer: str = "", words: str = SECRET) -> Any:
    return site.post_json(f"/v1/notes?answer={answer}", {"text": words}, expect_errors=True)

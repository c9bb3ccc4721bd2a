"""Pages in the reader's language."""

from __future__ import annotations

import pytest
from webtest import TestApp

from tests.support.linked_pages import PAGES


@pytest.mark.parametrize(
    ("header", "language"),
    [("de-AT,de;q=0.9,en;q=0.5", "de"), ("tlh, en;q=0.5", "en"), ("tlh", "en"), ("", "en")],
)
def test_pages_speak_the_browsers_language(app: TestApp, header: str, language: str) -> None:
    for path in PAGES:
        response = app.get(path, headers={"Accept-Language": header}, expect_errors=True)
        assert response.headers["Content-Language"] == language
        assert "Accept-Language" in response.headers["Vary"]
        assert f'<html lang="{language}">' in response.text
        assert "$" not in response.text

"""Addresses without a page."""

from __future__ import annotations

from webtest import TestApp

from consent_app.application import Application


def test_a_page_without_its_slash_redirects_to_this_server_only(
    app: TestApp, application: Application
) -> None:
    answer = app.get("/docs", headers={"Host": "evil.example"}, status=302)
    assert answer.location == f"{application.settings.base_url}/docs/"

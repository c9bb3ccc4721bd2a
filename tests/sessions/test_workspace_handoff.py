"""From an account without a workspace's session into one of its workspaces."""

from __future__ import annotations

from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import bearer, make_panel


def test_an_account_enters_its_workspace_and_no_other(
    app: TestApp, application: Application
) -> None:
    panel, other_panel = (make_panel(app, application.now()) for _ in range(2))
    token = bearer(panel.person.account_token)
    body = {"orgSlug": panel.organization["slug"]}
    handoff = app.post_json("/v1/account/handoff", body, headers=token, status=200).json
    code = {"code": handoff["code"]}
    session = app.post_json("/v1/auth/handoff/exchange", code, status=200).json
    assert session["organization"] == panel.organization
    app.post_json("/v1/auth/handoff/exchange", code, status=401)
    for slug in (other_panel.organization["slug"], "no-such-workspace"):
        refused = app.post_json("/v1/account/handoff", {"orgSlug": slug}, headers=token, status=404)
        assert refused.json["code"] == "not_found"
    # A panel's own token has its own route.
    app.post_json("/v1/account/handoff", body, headers=bearer(panel.access_token), status=401)

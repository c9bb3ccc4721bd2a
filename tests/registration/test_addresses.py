"""One mailbox, one account: what is an address, on every route that takes one."""

from __future__ import annotations

from pathlib import Path

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.account_mails import mails_to
from tests.support.factories import PASSWORD, make_panel, register, unique
from tests.support.harness import Harness, make_harness, make_settings
from tests.support.members import inviting

SPELLINGS = (
    '"any text" <{}>',
    "Ada <{}>",
    "{} (Ada)",
    "(x){}",
    '"{}"',
    " {}",
    "{}.",
    "=?utf-8?q?=0D=0AContent-Type:text/html?=<{}>",
)


def test_one_mailbox_gets_one_account_and_its_own_limit(harness: Harness, app: TestApp) -> None:
    email, _ = register(app)
    sent = len(mails_to(harness, email))
    for spelling in SPELLINGS:
        odd = spelling.format(email)
        body = {"email": odd, "password": PASSWORD}
        refused = app.post_json("/v1/auth/register", body, status=400).json
        assert refused["code"] == "validation_failed"
        assert [field_error["pointer"] for field_error in refused["errors"]] == ["#/email"]
        for path in ("email/resend", "password-reset/request"):
            app.post_json(f"/v1/auth/{path}", {"email": odd}, status=400)
        for path, members in (("account-login", {}), ("login", {"orgSlug": "nobodys"})):
            response = app.post_json(f"/v1/auth/{path}", body | members, expect_errors=True)
            assert response.status_int in (400, 401)
    body = {"email": email.upper(), "password": PASSWORD}
    app.post_json("/v1/auth/register", body, status=409)
    assert len(mails_to(harness, email)) == sent


def test_an_invitation_needs_a_bare_address(app: TestApp, application: Application) -> None:
    panel = inviting(make_panel(app, application.now()))
    email = f"{unique()}@example.com"
    for spelling in SPELLINGS:
        body = {"email": spelling.format(email), "role": "viewer"}
        refused = panel.post("/v1/invitations", body, status=400).json
        assert [field_error["pointer"] for field_error in refused["errors"]] == ["#/email"]
    panel.post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    panel.post("/v1/invitations", {"email": email.upper(), "role": "viewer"}, status=201)
    assert len(panel.get("/v1/invitations").json) == 1


def test_an_address_says_what_is_wrong(app: TestApp) -> None:
    body = {"email": '"Ada" <ada@example.com>', "password": PASSWORD}
    errors = app.post_json("/v1/auth/register", body, status=400).json["errors"]
    assert "must" in errors[0]["message"]
    assert "Ada" not in errors[0]["message"]


@pytest.mark.parametrize("domain", ["localhost", "intranet", "mail.local", "[192.0.2.1]"])
def test_production_accepts_public_domains_only(
    database_url: str, tmp_path: Path, domain: str
) -> None:
    settings = make_settings(
        database_url,
        tmp_path,
        environment="production",
        public_origin="https://consent.example.com",
        workspace_origin="https://{slug}.example.com",
        mail_from="consent@example.com",
        smtp_url="smtps://mail.example.com",
        signup="open",
    )
    harness = make_harness(settings)
    client = harness.client()
    name = unique()
    body = {"email": f"{name}@{domain}", "password": PASSWORD}
    client.post_json("/v1/auth/register", body, status=400)
    for path in ("email/resend", "password-reset/request"):
        client.post_json(f"/v1/auth/{path}", {"email": f"{name}@{domain}"}, status=400)
        client.post_json(f"/v1/auth/{path}", {"email": f"{name}@example.com"}, status=204)
    harness.application.database.dispose()

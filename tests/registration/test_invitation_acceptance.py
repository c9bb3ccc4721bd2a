"""What an invitation's page shows before anybody accepts."""

from __future__ import annotations

import re

from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import make_panel, unique
from tests.support.mailbox import Mailbox
from tests.support.members import inviting


def test_an_offer_names_workspace_and_inviter_and_spends_nothing(
    app: TestApp, application: Application, mailbox: Mailbox
) -> None:
    panel = inviting(make_panel(app, application.now()), application)
    email = f"{unique('charles')}@example.com"
    invitation = panel.post("/v1/invitations", {"email": email, "role": "admin"}, status=201).json
    (mail,) = mailbox.to(email)
    match = re.search(r"/invite#token=(\S+)", Mailbox.text(mail))
    assert match is not None
    token = {"token": match[1]}
    offer = app.post_json("/v1/auth/invite", token, status=200).json
    assert offer == {
        "organization": panel.organization,
        "email": email,
        "role": "admin",
        "invitedBy": "Ada Lovelace",
        "expiresAt": invitation["expiresAt"],
        "accountExists": False,
    }
    assert app.post_json("/v1/auth/invite", token, status=200).json == offer
    panel.delete(f"/v1/invitations/{invitation['id']}", status=204)
    assert app.post_json("/v1/auth/invite", token, status=400).json["code"] == "invalid_link"

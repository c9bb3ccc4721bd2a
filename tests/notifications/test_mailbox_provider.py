"""A notification email through a real mail server, and unsubscribing as a mailbox provider does."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path

import pytest
from webtest import TestApp

from tests.support.account_mails import last_token
from tests.support.factories import make_panel, unique
from tests.support.harness import Harness, make_harness, make_settings
from tests.support.mail_servers import MailHandler, smtp_server
from tests.support.members import inviting, join, verify_address


@pytest.fixture
def by_mail(fresh_database_url: str, tmp_path: Path) -> Harness:
    """A separate application, whose emails are files until a server is configured."""
    return make_harness(make_settings(fresh_database_url, tmp_path))


def with_server(harness: Harness, port: int) -> Harness:
    """Return the same application with a mail server."""
    settings = make_settings(
        harness.application.settings.database_url,
        harness.application.settings.var_dir,
        smtp_url=f"smtp://127.0.0.1:{port}",
        public_origin="https://consent.example",
        base_url="https://api.consent.example",
        mail_from="Consent <consent@consent.example>",
        unsubscribe_address="leave@consent.example",
    )
    return make_harness(settings)


def test_the_header_of_a_mail_unsubscribes_as_a_provider_does(by_mail: Harness) -> None:
    app: TestApp = by_mail.client()
    owner = verify_address(by_mail, make_panel(app, by_mail.application.now()))
    join(by_mail, owner)
    server = MailHandler()
    with smtp_server(server) as port:
        mailing = with_server(by_mail, port)
        invited = f"{unique()}@example.com"
        inviting(owner).post("/v1/invitations", {"email": invited, "role": "viewer"}, status=201)
        # The invitation is a file; the emails of its acceptance are sent by the server.
        token = last_token(by_mail, invited, "invited")
        body = {"token": token, "name": "Charles", "password": "correct horse battery"}
        app.post_json("/v1/auth/invite/accept", body, status=200)
        mailing.mailbox().to(owner.person.email)
    (envelope,) = server.envelopes
    assert envelope.rcpt_tos == [owner.person.email]
    raw: bytes = envelope.content
    headers = raw.partition(b"\r\n\r\n")[0].decode("ascii")
    # As a provider reads it: unfolded, the https address, no encoded word.
    unfolded = re.sub(r"\r\n[ \t]+", " ", headers)
    listed = re.search(r"^List-Unsubscribe: (.+)$", unfolded, re.M)
    assert listed is not None
    urls = re.findall(r"<([^>]+)>", listed[1])
    assert [url.partition(":")[0] for url in urls] == ["https", "mailto"]
    assert urls[1].startswith("mailto:leave@consent.example?subject=unsubscribe%20")
    assert re.search(r"^List-Unsubscribe-Post: List-Unsubscribe=One-Click\s*$", unfolded, re.M)
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert message_from_bytes(raw, policy=SMTP)["Auto-Submitted"] == "auto-generated"

    assert urls[0].startswith("https://api.consent.example/v1/")
    path = urls[0].removeprefix("https://api.consent.example")
    provider = mailing.client()
    for already in (False, True):
        response = provider.post(
            path,
            b"List-Unsubscribe=One-Click",
            headers={"Content-Type": "application/x-www-form-urlencoded"},
            status=200,
        )
        assert response.json == {
            "email": owner.person.email,
            "alreadyUnsubscribed": already,
            "unsubscribed": True,
        }
    mailing.application.database.dispose()
    with smtp_server(server) as port:
        mailing = with_server(by_mail, port)
        join(by_mail, owner)
        mailing.mailbox().to(owner.person.email)
    # Nothing more to the owner; the new member is notified of their authenticator.
    owners = [item for item in server.envelopes if item.rcpt_tos == [owner.person.email]]
    assert len(owners) == 1
    by_mail.application.database.dispose()
    mailing.application.database.dispose()

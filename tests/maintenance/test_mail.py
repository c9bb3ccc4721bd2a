"""`consent-app mail test`."""

from __future__ import annotations

import pytest

from consent_app.application import Application
from tests.support.commands import Run
from tests.support.mail_servers import MailHandler, smtp_server
from tests.support.processes import free_port


def test_a_mail_is_tried_at_once(
    run: Run, monkeypatch: pytest.MonkeyPatch, application: Application
) -> None:
    server = MailHandler()
    with smtp_server(server) as port:
        monkeypatch.setenv("CONSENT_SMTP_URL", f"smtp://127.0.0.1:{port}")
        assert run("mail", "test", "ada@example.com") == "Sent to the mail server.\n"
    (mail,) = server.envelopes
    assert b"to test its mail server" in mail.content
    monkeypatch.setenv("CONSENT_SMTP_URL", f"smtp://127.0.0.1:{free_port()}")
    assert "mail server" in run("mail", "test", "ada@example.com", status=1)
    refusing = MailHandler(data_answers=["550-5.7.1 The sender is not yours.\r\n550 See help/7"])
    with smtp_server(refusing) as port:
        monkeypatch.setenv("CONSENT_SMTP_URL", f"smtp://127.0.0.1:{port}")
        printed = run("mail", "test", "ada@example.com", status=1)
    assert "The mail server refused the email: 550 5.7.1." in printed
    assert "It said: 5.7.1 The sender is not yours. See help/7" in printed
    two_lines = "ada@example.com\r\nBcc: x@y.z"
    assert "The address must be one email address" in run("mail", "test", two_lines, status=2)

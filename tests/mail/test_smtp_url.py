"""``consent.smtp_url``: what it may be, and that its password is never shown."""

from __future__ import annotations

import pytest

from consent_app.mail.smtp import SmtpServer, parse_smtp_url
from consent_app.settings import SettingsError


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example", SmtpServer("smtp", "mail.example", 25)),
        ("smtp://127.0.0.1:2525", SmtpServer("smtp", "127.0.0.1", 2525)),
        ("smtp://u:p@localhost", SmtpServer("smtp", "localhost", 25, "u", "p")),
        (
            "smtp+starttls://me%40x:p%3Ass@mail.example",
            SmtpServer("smtp+starttls", "mail.example", 587, "me@x", "p:ss"),
        ),
        ("smtps://u:p@mail.example/", SmtpServer("smtps", "mail.example", 465, "u", "p")),
    ],
)
def test_smtp_urls_are_parsed(url: str, server: SmtpServer) -> None:
    assert parse_smtp_url(url) == server
    assert "p:ss" not in repr(server)


@pytest.mark.parametrize(
    "url",
    [
        "mail.example",
        "http://mail.example",
        "smtp://",
        "smtp://mail.example:port",
        "smtp://mail.example/path",
        "smtp://user:secret@mail.example",
        # Unencoded passwords, whose beginning would be the port of the host "user".
        "smtps://user:12?secret@mail.example",
        "smtps://user:12#secret@mail.example",
    ],
)
def test_malformed_or_leaking_urls_are_refused(url: str) -> None:
    with pytest.raises(SettingsError) as raised:
        parse_smtp_url(url)
    assert "secret" not in str(raised.value)

"""Emails as the development mailbox shows them."""

from __future__ import annotations

from pathlib import Path

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.web.mailbox import count_mails, find_mail, linked, list_mails

BROKEN = {
    "empty.eml": b"",
    "bytes.eml": bytes(range(256)) * 40,
    "charset.eml": b"Content-Type: text/plain; charset=no-such\n\nhello",
    "codec.eml": b"Content-Type: text/html; charset=idna\n\nhello",
    "null.eml": b"Content-Type: text/plain; charset=a\0b\n\nhello",
    "encoded.eml": b"Content-Type: text/plain; charset*=a\0b''x\n\nhello",
    "date.eml": b"Date: never\nFrom: =?utf-8?b?not base 64?=\nTo: <<>>\nSubject: =?x?q?=FF?=\n\nhi",
    "parts.eml": b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\n",
    "nested.eml": b"Content-Type: message/rfc822\n\nContent-Type: text/html\n\n<p>inside</p>",
}


@pytest.mark.parametrize("name", BROKEN)
def test_any_file_is_shown_as_far_as_it_can_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(BROKEN[name])
    (tmp_path / "folder.eml").mkdir()
    assert [mail.name for mail in list_mails(tmp_path)] == [name]
    assert count_mails(tmp_path) == 1
    result = find_mail(tmp_path, name)
    assert result is not None
    assert result.source == BROKEN[name].decode("utf-8", "replace")
    assert find_mail(tmp_path, "folder.eml") is None


def test_the_html_of_a_mail_may_do_nothing(app: TestApp, application: Application) -> None:
    folder = application.settings.var_dir / "mail"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hostile.eml").write_bytes(
        b"Subject: Hello\nContent-Type: text/html; charset=utf-8\n\n<script>alert(1)</script><p>Hi"
    )
    response = app.get("/mailbox/hostile.eml", status=200)
    assert 'sandbox src="/mailbox/hostile.eml?part=html"' in response.text
    assert "<script>alert" not in response.text
    part = app.get("/mailbox/hostile.eml?part=html", status=200)
    policy = part.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert policy.endswith("; sandbox")
    (folder / "hostile.eml").unlink()


def test_addresses_become_links_and_everything_else_is_escaped() -> None:
    html = linked('<b> https://a.example/?x=1&y="2". & more')
    assert html == (
        '&lt;b&gt; <a href="https://a.example/?x=1&amp;y=">https://a.example/?x=1&amp;y=</a>'
        "&quot;2&quot;. &amp; more"
    )

"""Mail header and body injection: what people write reaches no header, and adds no body.

Some versions of Python's ``email`` decode encoded words in what they are given and put the line
ends they hold on the wire (CVE-2024-6923). The emails here go to a real mail server.
"""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, compat32
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import update

from consent_app.accounts.models import User
from consent_app.accounts.service import email_key, mark_verified
from consent_app.jobs.models import Job
from consent_app.mail import headers
from consent_app.mail.headers import HeaderError
from consent_app.workspaces.models import Workspace
from tests.support.factories import PASSWORD, Panel, make_panel, unique
from tests.support.harness import Harness, make_harness, make_settings
from tests.support.mail_servers import MailHandler, smtp_server

WORD = "=?utf-8?q?x=0D=0AContent-Type:text/html=0D=0A=0D=0A=3Ch1=3EYou_won=3C/h1=3E?="
RAW = "x\r\nContent-Type: text/html\r\n\r\n<h1>You won</h1>"
HEADERS = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Auto-Submitted",
    "MIME-Version",
    "Content-Type",
    "Content-Language",
]


class Post:
    """An application that sends by a real mail server, and what that took over."""

    def __init__(self, harness: Harness, server: MailHandler) -> None:
        self.harness = harness
        self.taken = server
        self.app = harness.client()

    def deliver(self) -> None:
        """Do every waiting job."""
        self.harness.run_jobs()

    def panel(self) -> Panel:
        """Return the panel of a person whose address is verified."""
        application = self.harness.application
        panel = make_panel(self.app, application.now())
        with application.database.transaction() as session:
            mark_verified(session, UUID(panel.person.user_id), application.now())
        return panel

    def to(self, address: str) -> list[bytes]:
        """Return the emails that the server took for ``address``, as they came."""
        self.deliver()
        return [
            envelope.content for envelope in self.taken.envelopes if envelope.rcpt_tos == [address]
        ]


@pytest.fixture
def post(fresh_database_url: str, tmp_path: Path) -> Iterator[Post]:
    server = MailHandler()
    with smtp_server(server) as port:
        settings = make_settings(fresh_database_url, tmp_path, smtp_url=f"smtp://127.0.0.1:{port}")
        harness = make_harness(settings)
        yield Post(harness, server)
        harness.application.database.dispose()


def parsed_mail(content: bytes) -> EmailMessage:
    """Return an email once it is seen to have our headers, once each, and our two bodies."""
    raw = message_from_bytes(content, policy=compat32)
    assert list(raw.keys()) == HEADERS
    parts = raw.get_payload()
    assert isinstance(parts, list)
    assert [part.get_content_type() for part in parts] == ["text/plain", "text/html"]
    read = message_from_bytes(content, policy=SMTP)
    assert isinstance(read, EmailMessage)
    html = read.get_body(("html",))
    assert html is not None
    assert "<h1>You won" not in html.get_content()
    return read


@pytest.mark.parametrize("text", [WORD, RAW, "a\0b", "a\x85b", "a\u202eb", "a =?utf-8?b?eA==?= b"])
def test_names_and_addresses_contain_no_encoded_words_or_controls(post: Post, text: str) -> None:
    panel = post.panel()
    stranger = f"{unique('stranger')}@example.com"
    new = {"email": f"{unique('mallory')}@example.com", "password": PASSWORD}
    for refused, pointer in (
        (post.app.post_json("/v1/auth/register", new | {"name": text}, status=400), "name"),
        (
            post.app.post_json("/v1/auth/register", new | {"organizationName": text}, status=400),
            "organizationName",
        ),
        (
            post.app.post_json(
                "/v1/auth/register", new | {"email": f'"{text}" <{stranger}>'}, status=400
            ),
            "email",
        ),
        (
            panel.post(
                "/v1/invitations", {"email": f'"{text}" <{stranger}>', "role": "viewer"}, status=400
            ),
            "email",
        ),
        (panel.patch("/v1/workspace", {"name": text}, status=400), "name"),
        (panel.patch("/v1/account", {"name": text}, status=400), "name"),
        (panel.post("/v1/api-keys", {"name": text}, status=400), "name"),
    ):
        assert refused.json["code"] == "validation_failed"
        assert {error["pointer"] for error in refused.json["errors"]} <= {f"#/{pointer}", "#"}
        assert text not in refused.text
    name = post.app.post_json("/v1/auth/register", new | {"name": text}, status=400).json["errors"]
    if "\0" not in text:
        assert any("must not contain a link" in error["message"] for error in name)
    assert post.to(stranger) == []


@pytest.mark.parametrize("text", [WORD, RAW])
def test_a_name_from_before_reaches_no_header_and_adds_no_body(post: Post, text: str) -> None:
    """Names stored before they were checked are still in the database."""
    panel = post.panel()
    stranger = f"{unique('stranger')}@example.com"
    with post.harness.application.database.transaction() as session:
        workspace_id = UUID(panel.organization["id"])
        session.execute(update(Workspace).where(Workspace.id == workspace_id).values(name=text))
        user = UUID(panel.person.user_id)
        session.execute(update(User).where(User.id == user).values(name=text))
    panel.post("/v1/invitations", {"email": stranger, "role": "viewer"}, status=201)
    (content,) = post.to(stranger)
    assert parsed_mail(content)["To"] == stranger


def test_an_address_from_before_gets_no_mail_and_its_job_ends(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    panel = make_panel(post.app, post.harness.application.now())
    stranger = f"{unique('stranger')}@example.com"
    with post.harness.application.database.transaction() as session:
        user = UUID(panel.person.user_id)
        address = f'"{WORD}" <{stranger}>'
        former = {"email": address, "email_key": email_key(address)}
        session.execute(update(User).where(User.id == user).values(former))
    post.deliver()
    post.taken.envelopes.clear()
    body = {"currentPassword": PASSWORD, "newPassword": "another horse battery"}
    panel.post("/v1/account/password", body, status=204)
    post.deliver()
    assert post.taken.envelopes == []
    with post.harness.application.database.session(read_only=True) as session:
        (job,) = session.query(Job).filter(Job.kind == "mail.send").all()
        assert job.died_at is not None
    assert stranger not in caplog.text


def test_a_mail_with_any_other_header_is_held_back(
    post: Post, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With a wrong encoding, the header block would be parsed again before it is sent."""
    monkeypatch.setattr(
        "consent_app.mail.message.text_header", lambda text: f"{text}\r\nBcc: a@b.c"
    )
    email = f"{unique('ada')}@example.com"
    post.app.post_json("/v1/auth/register", {"email": email, "password": PASSWORD}, status=201)
    assert post.to(email) == []
    assert "The email was held back" in caplog.text
    assert email not in caplog.text


@pytest.mark.parametrize(
    "block",
    [
        "A: 1\r\nB: 2\r\nC: 3\r\n",
        "A: 1\r\n",
        "B: 2\r\nA: 1\r\n",
        "A: 1\r\n\r\nB: 2\r\n",
        "A: 1\nX: 0\r\nB: 2\r\n",
        "A: 1\rX: 0\r\nB: 2\r\n",
        "A: 1\r\nB 2\r\n",
        "A: 1\r\nB: 2",
        " A: 1\r\nB: 2\r\n",
        "A: 1\r\nB: \u00e4\r\n",
        "A: 1\r\nB: \0\r\n",
        f"A: 1\r\nB: {'x' * 1000}\r\n",
    ],
)
def test_a_header_block_with_other_than_the_expected_headers_is_refused(block: str) -> None:
    headers.check_block("A: 1\r\n 2\r\nB: 3\r\n", ["A", "B"])
    with pytest.raises(HeaderError) as raised:
        headers.check_block(block, ["A", "B"])
    assert block not in str(raised.value)


@pytest.mark.parametrize(
    "subject",
    ["Grüße aus Köln " * 9, "plain words " * 12, "x" * 100, "=?utf-8?q?x?=", "😀" * 60, "a  b"],
)
def test_subjects_come_back_as_they_were_written(subject: str) -> None:
    subject = subject.strip()
    value = headers.text_header(subject)
    headers.check_block(f"Subject: {value}\r\n", ["Subject"])
    assert max(map(len, f"Subject: {value}".split("\r\n"))) <= 78 + 8
    read = message_from_bytes(f"Subject: {value}\r\n\r\n".encode(), policy=SMTP)
    assert read["Subject"] == subject

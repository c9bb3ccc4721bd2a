"""Sending to real SMTP servers, and what each of their refusals means."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path

import pytest

from consent_app.jobs import JobFailed, RetryLater
from consent_app.mail.message import Letter, Mail, Origin, Stamp, compose
from consent_app.mail.smtp import SmtpTransport, parse_smtp_url
from consent_app.registration.mails import VERIFY_ADDRESS
from tests.support.internet import Authority
from tests.support.mail_servers import MailHandler, certificate, logins, smtp_server
from tests.support.processes import free_port


def verification(to: str = "someone@example.org") -> Mail:
    return compose(
        VERIFY_ADDRESS,
        Letter(to, "de", {"url": "https://consent.example/confirm#token=t"}),
        Stamp("m1", datetime.now(UTC)),
        Origin("Consent <consent@consent.example>", "https://consent.example"),
    )


def send(url: str, message: Mail | None = None, timeout: float = 10) -> None:
    SmtpTransport(parse_smtp_url(url), timeout=timeout).send(message or verification())


def test_a_mail_arrives_as_it_was_composed() -> None:
    server, mail = MailHandler(), verification()
    with smtp_server(server) as port:
        send(f"smtp://127.0.0.1:{port}", mail)
    (envelope,) = server.envelopes
    assert envelope.mail_from == "consent@consent.example"
    assert envelope.rcpt_tos == ["someone@example.org"]
    assert envelope.content == mail.content
    assert b"\r\n.\r\n" not in mail.content
    assert message_from_bytes(envelope.content, policy=SMTP)["Message-ID"] == "<m1@consent.example>"


def test_a_mail_is_sent_after_starttls_and_a_login(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, pem = certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    server = MailHandler()
    options = logins(b"me@x", b"p:ss") | {"tls_context": context, "require_starttls": True}
    with smtp_server(server, **options) as port:
        send(f"smtp+starttls://me%40x:p%3Ass@localhost:{port}")
        with pytest.raises(RetryLater, match=r"^The mail server refused the login: 535 5\.7\.8\.$"):
            send(f"smtp+starttls://me%40x:wrong@localhost:{port}")
    assert len(server.envelopes) == 1
    assert server.sessions[0].ssl is not None


def test_a_mail_is_sent_over_smtps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context, pem = certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    server = MailHandler()
    with smtp_server(server, ssl_context=context) as port:
        send(f"smtps://localhost:{port}")
    assert len(server.envelopes) == 1


def test_a_certificate_of_ones_own_authority_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority(tmp_path, states_usage=False)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.write()))
    server = MailHandler()
    with smtp_server(server, ssl_context=authority.make("localhost")) as port:
        send(f"smtps://localhost:{port}")
    assert len(server.envelopes) == 1


@pytest.mark.parametrize("name", ["localhost", "other.example"])
def test_an_invalid_certificate_is_not_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    context, pem = certificate(tmp_path, name)
    if name != "localhost":  # trusted, but another's
        monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    server = MailHandler()
    with (
        smtp_server(server, tls_context=context) as port,
        pytest.raises(RetryLater, match=r"its certificate is not valid \("),
    ):
        send(f"smtp+starttls://localhost:{port}")
    assert server.envelopes == []


def test_a_server_without_starttls_gets_no_mail() -> None:
    server = MailHandler()
    with smtp_server(server) as port, pytest.raises(RetryLater, match="does not offer STARTTLS"):
        send(f"smtp+starttls://localhost:{port}")
    assert server.envelopes == []


def test_greylisting_is_tried_again() -> None:
    server = MailHandler(recipient_answers=["451 4.7.1 <someone@example.org> greylisted"])
    with smtp_server(server) as port:
        with pytest.raises(RetryLater) as raised:
            send(f"smtp://127.0.0.1:{port}")
        assert not isinstance(raised.value, JobFailed)
        assert raised.value.reason == "The mail server refused the recipient: 451 4.7.1."
        send(f"smtp://127.0.0.1:{port}")
    assert len(server.envelopes) == 1


def test_a_refused_recipient_is_given_up_without_naming_it() -> None:
    server = MailHandler(recipient_answers=["550 5.1.1 <someone@example.org> unknown"])
    with smtp_server(server) as port, pytest.raises(JobFailed) as raised:
        send(f"smtp://127.0.0.1:{port}")
    assert raised.value.reason == "The mail server refused the recipient: 550 5.1.1."


@pytest.mark.parametrize(
    ("answer", "final"), [("554 5.7.1 spam", True), ("452 4.3.1 disk full", False)]
)
def test_a_refused_mail_is_sent_again_only_if_the_refusal_is_temporary(
    answer: str, final: bool
) -> None:
    server = MailHandler(data_answers=[answer])
    with smtp_server(server) as port, pytest.raises(RetryLater) as raised:
        send(f"smtp://127.0.0.1:{port}")
    assert isinstance(raised.value, JobFailed) is final
    assert raised.value.reason == f"The mail server refused the email: {answer[:9]}."


def test_a_silent_server_is_left_after_the_time_limit() -> None:
    # In the end it answers like any other: who waited so long would have sent the email.
    server = MailHandler(silent_seconds=2)
    with smtp_server(server) as port, pytest.raises(RetryLater, match="does not answer in time"):
        send(f"smtp://127.0.0.1:{port}", timeout=0.5)


def test_no_server_at_all() -> None:
    with pytest.raises(RetryLater) as raised:
        send(f"smtp://127.0.0.1:{free_port()}")
    assert raised.value.reason == "The mail server cannot be reached: Connection refused."


@pytest.mark.parametrize(
    ("scheme", "reason"),
    [
        ("smtps://localhost", "smtps:// is for a port that begins with TLS, such as 465"),
        ("smtp+starttls://localhost", "does not offer STARTTLS. If its port begins with TLS"),
        ("smtp://user:the-password@localhost", "does not offer a login .* It may require TLS"),
    ],
)
def test_a_scheme_that_the_server_does_not_speak_is_explained(scheme: str, reason: str) -> None:
    with smtp_server(MailHandler()) as port, pytest.raises(RetryLater, match=reason) as raised:
        send(f"{scheme}:{port}")
    assert "the-password" not in raised.value.reason


def test_an_address_beyond_ascii_needs_a_server_that_takes_it() -> None:
    server = MailHandler()
    with smtp_server(server, enable_SMTPUTF8=True) as port:
        send(f"smtp://127.0.0.1:{port}", verification("jörg@example.org"))
    assert server.envelopes[0].rcpt_tos == ["jörg@example.org"]
    with (
        smtp_server(MailHandler(), enable_SMTPUTF8=False) as port,
        pytest.raises(JobFailed, match="ASCII"),
    ):
        send(f"smtp://127.0.0.1:{port}", verification("jörg@example.org"))

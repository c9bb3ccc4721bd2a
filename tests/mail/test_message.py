"""Composed emails: headers that cannot be injected into, two bodies, CRLF."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from jinja2 import TemplateNotFound

from consent_app.mail.message import AddressError, Letter, Origin, Stamp, address, compose
from consent_app.mail.templates import MailTemplate
from consent_app.registration.mails import VERIFY_ADDRESS
from tests.support.letters import URL, body, mail

GREETING = MailTemplate(
    name="greeting",
    source="{% block subject %}Hello {{ name }}{% endblock %}"
    "{% block paragraph_1 %}Dear {{ name }},{% endblock %}"
    "{% block paragraph_2 %}welcome.{% endblock %}",
)


def test_a_mail_has_the_headers_of_an_automatic_message() -> None:
    message = mail(VERIFY_ADDRESS)
    assert message["From"] == "Consent <consent@consent.example>"
    assert message["To"] == "Someone@Example.org"
    assert message["Subject"] == "Please confirm your email address"
    assert message["Date"].datetime == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert message["Message-ID"] == "<0190-1@consent.example>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Content-Language"] == "en"
    assert message.get_content_type() == "multipart/alternative"


def test_every_line_ends_in_crlf_and_fits() -> None:
    for locale in ("en", "de"):
        composed = compose(
            VERIFY_ADDRESS,
            Letter("someone@example.org", locale, {"url": URL}),
            Stamp("1", datetime.now(UTC)),
            Origin("consent@consent.example", "https://consent.example"),
        ).content
        assert re.search(rb"(?<!\r)\n|\r(?!\n)", composed) is None
        assert max(len(line) for line in composed.split(b"\r\n")) <= 78
        assert composed.isascii()


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de", "de"), ("de-AT", "de"), ("de_CH", "de"), ("DE", "de"), ("en-GB", "en"), ("tlh", "en")],
)
def test_the_language_is_the_recipients_or_english(locale: str, language: str) -> None:
    message = mail(VERIFY_ADDRESS, locale=locale)
    assert message["Content-Language"] == language
    assert message["Subject"] == VERIFY_ADDRESS.text(language, {"url": URL, "site": "s"})[1].subject
    assert f'<html lang="{language}">' in body(message, "html")


def test_spaces_at_which_no_line_breaks_arrive_in_the_subject() -> None:
    message = mail(
        GREETING, params={"name": "\u00ab\u202fZo\u00e9\u202f\u00bb\u00a0!\u3000\u2028 Hi"}
    )
    assert message["Subject"] == "Hello \u00ab\u202fZo\u00e9\u202f\u00bb\u00a0! Hi"


def test_umlauts_arrive() -> None:
    message = mail(VERIFY_ADDRESS, locale="de")
    assert "bestätigen" in body(message, "plain")
    assert "öffnen" in body(message, "html")


@pytest.mark.parametrize(
    "name",
    [
        "x\r\nBcc: v@example.org",
        "x\nBcc: v@example.org",
        "x\u2028Bcc: v",
        "x\0y",
        "ä\r\n\r\nB",
    ],
)
def test_a_parameter_cannot_begin_a_header(name: str) -> None:
    message = mail(GREETING, params={"name": name})
    assert "Bcc" not in message
    assert len(message.keys()) == len(set(message.keys()))
    assert message["Subject"].startswith("Hello ")


def test_a_parameter_cannot_bring_html_or_other_parameters() -> None:
    message = mail(GREETING, params={"name": '<b onclick="x">{site}&', "site": "elsewhere"})
    html = body(message, "html")
    assert "<b " not in html
    assert "&lt;b onclick=&quot;x&quot;&gt;{site}&amp;" in html
    assert "elsewhere" not in html


def test_a_missing_parameter_is_an_error() -> None:
    with pytest.raises(KeyError):
        mail(GREETING, params={})


def test_a_mail_that_was_queued_before_it_had_a_button_is_sent_without_one() -> None:
    source = (GREETING.source or "") + "{% block action %}Open it{% endblock %}"
    message = mail(MailTemplate("greeting", link="url", source=source), params={"name": "Ada"})
    for kind in ("plain", "html"):
        assert "Dear Ada" in body(message, kind)
        assert "Open it" not in body(message, kind)


def test_a_mail_without_a_template_is_an_error() -> None:
    with pytest.raises(TemplateNotFound):
        mail(MailTemplate("x"))


@pytest.mark.parametrize(
    ("text", "ascii_form"),
    [
        ("a@example.org", "a@example.org"),
        ("a@bücher.example", "a@xn--bcher-kva.example"),
        ("first.last+tag@Example.ORG", "first.last+tag@example.org"),
        ("Some One <a@example.org>", "a@example.org"),
        ("jörg@example.org", "jörg@example.org"),
    ],
)
def test_an_address_is_read_with_its_domain_in_ascii(text: str, ascii_form: str) -> None:
    parsed = address(text)
    assert f"{parsed.username}@{parsed.domain}".lower() == ascii_form.lower()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no-at",
        "@example.org",
        "a@",
        "a@example.org\r\nBcc: b@example.org",
        "a@example.org, b@example.org",
        "a b@example.org",
        "a@example.org <b@example.org>, c@example.org",
        "a@b@example.org",
        "a" * 65 + "@example.org",
        "a@" + "x" * 64 + ".example",
    ],
)
def test_an_invalid_address_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(AddressError) as raised:
        address(text)
    assert not text or text not in str(raised.value)

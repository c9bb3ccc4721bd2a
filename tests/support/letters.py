"""One email, and its parts."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

from consent_app.mail.message import Letter, Origin, Stamp, compose
from consent_app.mail.templates import MailTemplate

URL = "https://consent.example/confirm#token=" + "a" * 120


def mail(template: MailTemplate, **others: Any) -> EmailMessage:
    value: dict[str, Any] = {
        "sender": "Consent <consent@consent.example>",
        "to": "Someone@Example.org",
        "locale": "en",
        "params": {"url": URL},
    } | others
    letter = Letter(value["to"], value["locale"], value["params"])
    stamp = Stamp("0190-1", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    origin = Origin(value["sender"], "https://consent.example")
    composed = compose(template, letter, stamp, origin, value.get("unsubscribe"))
    # Read back from the wire, as the recipient's program does.
    message = message_from_bytes(composed.content, policy=SMTP)
    assert isinstance(message, EmailMessage)
    return message


def body(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    content: str = part.get_content()
    return content

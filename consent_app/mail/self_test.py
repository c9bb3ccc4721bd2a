"""The mail room's self-test: can an email's text change its headers?

A worker that could be made to send somebody else's mail to strangers does not start.
"""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import compat32

from consent_app.mail.message import (
    AddressError,
    HeaderError,
    Letter,
    Origin,
    Stamp,
    compose,
)
from consent_app.mail.templates import MailTemplate
from consent_app.settings.error import OperatorError

EXPECTED = [
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
ATTACKS = (
    "x\r\nBcc: victim@example.org\r\n\r\nbody",
    "x\nBcc: victim@example.org",
    "=?utf-8?q?=0D=0ABcc:victim=40example.org=0D=0A=0D=0Abody?=",
    "=?utf-8?b?DQpCY2M6IHZpY3RpbUBleGFtcGxlLm9yZw0KDQpib2R5?=",
    "x\u2028Bcc: victim@example.org\x85\x0b\x0c\x1c\0",
    "--=_\r\nContent-Type: text/html\r\n\r\n",
)
_TEMPLATE = MailTemplate(
    name="self_test",
    source="{% block subject %}Hello {{ name }}{% endblock %}"
    "{% block paragraph_1 %}Dear {{ name }},{% endblock %}",
)


class UnsafeMailError(OperatorError):
    """A mail's headers can be changed through its text."""


def check_serialiser() -> None:
    """Compose emails with hostile texts and parse them again. Raises UnsafeMailError."""
    for attack in ATTACKS:
        for sender, to in (
            (f"{attack} <a@example.com>", "b@example.com"),
            ("a@example.com", f'"{attack}" <b@example.com>'),
            ("a@example.com", "b@example.com"),
        ):
            if not _is_safe(attack, sender, to):
                raise UnsafeMailError(
                    "With this release of Python the text of an email can change its headers, so no"
                    " mail is sent. Use another release of Python."
                )


def _is_safe(attack: str, sender: str, to: str) -> bool:
    try:
        mail = compose(
            _TEMPLATE,
            Letter(to, "en", {"name": attack}),
            Stamp("self-test", datetime(2026, 1, 1, tzinfo=UTC)),
            Origin(sender, "https://example.com"),
        )
    except (AddressError, HeaderError):
        return True
    head, _, body = mail.content.partition(b"\r\n\r\n")
    # Only parsed, with the one policy that decodes nothing.
    message = message_from_bytes(mail.content, policy=compat32)
    content_types = [part.get_content_type() for part in message.walk()]
    return (
        b"\n" not in head.replace(b"\r\n", b"")
        and b"\r" not in head.replace(b"\r\n", b"")
        and list(message.keys()) == EXPECTED
        and content_types == ["multipart/alternative", "text/plain", "text/html"]
        and body.isascii()
    )

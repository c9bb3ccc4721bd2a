"""The links in account emails, found where their readers find them."""

from __future__ import annotations

import re
from email.message import EmailMessage

from webtest import TestApp

from tests.support.harness import Harness
from tests.support.mailbox import Mailbox


def mails_to(harness: Harness, address: str) -> list[EmailMessage]:
    """Send every due mail, and return the emails to ``address``, oldest first."""
    return harness.mailbox().to(address)


def subjects(harness: Harness, address: str) -> list[str]:
    """Send every due mail, and return the subjects of those to ``address``, oldest first."""
    return [str(mail["Subject"]) for mail in mails_to(harness, address)]


def text_of(mail: EmailMessage) -> str:
    """Return the email's plain text."""
    return Mailbox.text(mail)


def token_in(mail: EmailMessage) -> str:
    """Return the token of the email's link, from the fragment."""
    return _token_after("#token=", mail)


def disown_token_in(mail: EmailMessage) -> str:
    """Return the token of the email's link that deletes an account of somebody else's."""
    return _token_after("/disown#token=", mail)


def _token_after(text: str, mail: EmailMessage) -> str:
    match = re.search(rf"{text}(\S+)", text_of(mail))
    assert match is not None, f"no link with {text} in this email:\n{text_of(mail)}"
    return match[1]


def mail_about(harness: Harness, address: str, subject: str) -> EmailMessage:
    """Return the newest email to ``address`` whose subject contains ``subject``."""
    mails = mails_to(harness, address)
    about = [mail for mail in mails if subject.lower() in str(mail["Subject"]).lower()]
    assert about, f"no email about {subject!r}, only {[str(mail['Subject']) for mail in mails]}"
    return about[-1]


def last_token(harness: Harness, address: str, subject: str) -> str:
    """Return the token of the newest email to ``address`` whose subject contains ``subject``."""
    return token_in(mail_about(harness, address, subject))


def reset_token(harness: Harness, app: TestApp, address: str) -> str:
    """Ask for a password reset, and return the token of its email."""
    app.post_json("/v1/auth/password-reset/request", {"email": address}, status=204)
    return last_token(harness, address, "reset")

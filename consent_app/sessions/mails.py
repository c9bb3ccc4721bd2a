"""The email about a sign-in from a new device."""

from __future__ import annotations

from consent_app.mail import MailTemplate
from consent_app.translations import mark

# Translators: it takes the place of %(device)s in the email about a new sign-in.
UNNAMED_DEVICE = mark("an unnamed program")

NEW_SIGN_IN = MailTemplate("new_sign_in")
"""Sent after a sign-in from an unknown device. ``device``: browser and system; ``time``: in UTC."""

"""The email about a linked identity."""

from __future__ import annotations

from consent_app.mail import MailTemplate

IDENTITY_LINKED = MailTemplate("identity_linked")
"""Sent when an identity is linked to an account. ``provider``: the host of its issuer."""

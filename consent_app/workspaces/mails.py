"""The emails of workspaces."""

from __future__ import annotations

from consent_app.mail import MailTemplate

INVITATION = MailTemplate("invitation", link="url")
"""Sent to the invited person. ``url``: the page to accept on; ``workspace`` and ``inviter``:
names."""

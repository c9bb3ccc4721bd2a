"""The emails about an operator's changes to an account."""

from __future__ import annotations

from consent_app.mail import MailTemplate

SECOND_FACTOR_RESET = MailTemplate("second_factor_reset")
"""Sent after an operator removed the second factor."""

ACCOUNT_DISABLED = MailTemplate("account_disabled")
"""Sent after an operator disabled the account."""

SESSIONS_ENDED = MailTemplate("sessions_ended")
"""Sent after an operator ended the sessions."""

OWNER_WITHOUT_PASSWORD = MailTemplate("owner_without_password", link="url")
"""Sent to a person whom an operator made an owner. ``workspace``: its name; ``url``: the reset
page."""

OWNER = MailTemplate("owner")
"""The same for a person who has a password. ``workspace``: its name."""

TEMPLATES = (
    SECOND_FACTOR_RESET,
    ACCOUNT_DISABLED,
    SESSIONS_ENDED,
    OWNER_WITHOUT_PASSWORD,
    OWNER,
)

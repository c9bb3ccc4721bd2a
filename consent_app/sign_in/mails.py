"""The emails of signing in."""

from __future__ import annotations

from consent_app.mail import MailTemplate

SECOND_FACTOR_ENROLLED = MailTemplate("second_factor_enrolled")
"""Sent after the first authenticator was set up."""

BACKUP_CODE_USED = MailTemplate("backup_code_used")
"""Sent whenever a backup code was used."""

PASSWORDS_HELD_UP = MailTemplate("passwords_held_up")
"""Sent after too many wrong passwords for an account, at most once a day."""

CODES_HELD_UP = MailTemplate("codes_held_up")
"""Sent after too many wrong codes for an account, at most once a day."""

TEMPLATES = (
    SECOND_FACTOR_ENROLLED,
    BACKUP_CODE_USED,
    PASSWORDS_HELD_UP,
    CODES_HELD_UP,
)

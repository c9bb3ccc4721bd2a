"""The mails of signing in, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate

SECOND_FACTOR_ENROLLED = MailTemplate("second_factor_enrolled")
"""Sent after an authenticator was set up where there was none."""

BACKUP_CODE_USED = MailTemplate("backup_code_used")
"""Sent whenever a backup code was taken."""

PASSWORDS_HELD_UP = MailTemplate("passwords_held_up")
"""Sent when too many passwords of an account were wrong, once a day at most."""

CODES_HELD_UP = MailTemplate("codes_held_up")
"""Sent when too many codes of an account were wrong, once a day at most."""

TEMPLATES = (
    SECOND_FACTOR_ENROLLED,
    BACKUP_CODE_USED,
    PASSWORDS_HELD_UP,
    CODES_HELD_UP,
)

"""What is mailed about an account after the fact, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate

BACKUP_CODES_REPLACED = MailTemplate("backup_codes_replaced")
"""Sent after the backup codes were replaced."""

SECOND_FACTOR_ENROLLED = MailTemplate("second_factor_enrolled")
"""Sent after an authenticator was set up where there was none."""

SECOND_FACTOR_RESET = MailTemplate("second_factor_reset")
"""Sent after an operator removed the second factor."""

NEW_SIGN_IN = MailTemplate("new_sign_in")
"""Sent after a sign-in from an unknown device. ``device``: browser and system; ``time``: in UTC."""

PASSWORDS_HELD_UP = MailTemplate("passwords_held_up")
"""Sent when too many passwords of an account were wrong, once a day at most."""

CODES_HELD_UP = MailTemplate("codes_held_up")
"""Sent when too many codes of an account were wrong, once a day at most."""

ACCOUNT_DELETED = MailTemplate("account_deleted")
"""Sent to the address of an account that was deleted."""

OWNER_WITHOUT_PASSWORD = MailTemplate("owner_without_password", link="url")
"""Sent to an owner whom an operator made. ``workspace``: its name; ``url``: the reset page."""

OWNER = MailTemplate("owner")
"""The same for one who has a password. ``workspace``: its name."""

TEMPLATES = (
    BACKUP_CODES_REPLACED,
    SECOND_FACTOR_ENROLLED,
    SECOND_FACTOR_RESET,
    NEW_SIGN_IN,
    PASSWORDS_HELD_UP,
    CODES_HELD_UP,
    ACCOUNT_DELETED,
    OWNER_WITHOUT_PASSWORD,
    OWNER,
)

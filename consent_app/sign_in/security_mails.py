"""What is mailed when something that guards an account changes, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate

BACKUP_CODE_USED = MailTemplate("backup_code_used")
"""Sent whenever a backup code was taken."""

SECOND_FACTOR_REPLACED = MailTemplate("second_factor_replaced")
"""Sent after the person replaced the authenticator."""

IDENTITY_UNLINKED = MailTemplate("identity_unlinked")
"""Sent after an identity was unlinked. ``provider``: the host of its issuer."""

ADDRESS_CHANGE_ASKED = MailTemplate("address_change_asked")
"""Sent to the present address. ``address``: the new one, mostly hidden."""

ADDRESS_CHANGED = MailTemplate("address_changed")
"""Sent to both addresses after the change. ``address``: the new one, mostly hidden."""

CONFIRM_NEW_ADDRESS = MailTemplate("confirm_new_address", link="url")
"""Sent to the new address. ``url``: the confirmation page with the token in its fragment."""

ACCOUNT_DISABLED = MailTemplate("account_disabled")
"""Sent after an operator disabled the account."""

SESSIONS_ENDED = MailTemplate("sessions_ended")
"""Sent after an operator ended the sessions."""

TEMPLATES = (
    BACKUP_CODE_USED,
    SECOND_FACTOR_REPLACED,
    IDENTITY_UNLINKED,
    ADDRESS_CHANGE_ASKED,
    ADDRESS_CHANGED,
    CONFIRM_NEW_ADDRESS,
    ACCOUNT_DISABLED,
    SESSIONS_ENDED,
)

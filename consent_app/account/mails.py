"""Emails about changes to an account, sent to its owner."""

from __future__ import annotations

from consent_app.mail import MailTemplate

BACKUP_CODES_REPLACED = MailTemplate("backup_codes_replaced")
"""Sent after the backup codes were replaced."""

ACCOUNT_DELETED = MailTemplate("account_deleted")
"""Sent to the address of an account that was deleted."""

SECOND_FACTOR_REPLACED = MailTemplate("second_factor_replaced")
"""Sent after the person replaced the authenticator."""

IDENTITY_UNLINKED = MailTemplate("identity_unlinked")
"""Sent after an identity was unlinked. ``provider``: the host of its issuer."""

ADDRESS_CHANGE_ASKED = MailTemplate("address_change_asked")
"""Sent to the present address. ``address``: the new one, mostly hidden."""

ADDRESS_CHANGE_ASKED_UNPROVED = MailTemplate("address_change_asked_unproved", link="url")
"""The same, for an account whose owner may not have registered it. ``url``: the page that deletes
it."""

VERIFY_NEW_ADDRESS = MailTemplate("verify_new_address", link="url")
"""Sent to the new address. ``url``: the verification page with the token in its fragment;
``account``: the present one, mostly hidden, by which somebody else recognises that the account is
not theirs."""

TEMPLATES = (
    BACKUP_CODES_REPLACED,
    ACCOUNT_DELETED,
    SECOND_FACTOR_REPLACED,
    IDENTITY_UNLINKED,
    ADDRESS_CHANGE_ASKED,
    ADDRESS_CHANGE_ASKED_UNPROVED,
    VERIFY_NEW_ADDRESS,
)

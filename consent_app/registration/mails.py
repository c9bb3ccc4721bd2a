"""The emails of registration, addresses and password resets."""

from __future__ import annotations

from consent_app.mail import MailTemplate
from consent_app.translations import mark

# Translators: it takes the place of %(device)s after "with", in two emails.
UNNAMED_PROGRAM = mark("a program without a name")
UNNAMED_NETWORK = mark("not known")

VERIFY_REGISTRATION = MailTemplate("verify_registration", link="url", other_link="disown_url")
"""Sent on registration. ``url``: the verification page with the token in its fragment;
``disown_url``: the page that deletes the account; ``time``, ``device``, ``network``: its origin."""

VERIFY_ADDRESS = MailTemplate("confirm_address", link="url")
"""Queued by the former release. ``url``: the verification page, with the token."""

RESET_PASSWORD = MailTemplate("reset_password", link="url")
"""Sent when a reset is requested. ``url``: the page that sets the new password."""

PASSWORD_CHANGED = MailTemplate("password_changed")
"""Sent after every change of the password."""

FIRST_COMER_REMOVED = MailTemplate("first_comer_removed")
"""Sent after a reset or a provider's sign-in removed credentials that may be somebody else's."""

JOINED_WITH_DOUBT = MailTemplate("joined_with_doubt", link="url")
"""Sent when an account accepts an invitation while its credentials may still be somebody else's.
``workspace``: its name; ``url``: the page that resets the password; ``time``, ``device``,
``network``: where the account was created."""

ACCOUNT_DISOWNED = MailTemplate("account_disowned")
"""Sent to the address of an account that was disowned."""

ADDRESS_CHANGED = MailTemplate("address_changed")
"""Sent to both addresses after the change. ``address``: the new one, mostly hidden."""

TEMPLATES = (
    VERIFY_REGISTRATION,
    VERIFY_ADDRESS,
    RESET_PASSWORD,
    PASSWORD_CHANGED,
    FIRST_COMER_REMOVED,
    JOINED_WITH_DOUBT,
    ACCOUNT_DISOWNED,
    ADDRESS_CHANGED,
)

"""Functions that other rooms may call: claiming addresses, setting passwords, limiting emails."""

from consent_app.registration.email_verification import masked, send_verification
from consent_app.registration.events import AccountRegistered
from consent_app.registration.mail_limits import limit_mails
from consent_app.registration.password_reset import set_new_password
from consent_app.registration.pre_hijacking import (
    claim_address,
    issue_disown_link,
    lock_holder,
    may_be_disowned,
    remove_doubted_credentials,
)

__all__ = [
    "AccountRegistered",
    "claim_address",
    "issue_disown_link",
    "limit_mails",
    "lock_holder",
    "masked",
    "may_be_disowned",
    "remove_doubted_credentials",
    "send_verification",
    "set_new_password",
]

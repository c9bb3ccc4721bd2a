"""What other rooms may call: claiming addresses, setting passwords, who is registered."""

from consent_app.registration.email_verification import masked
from consent_app.registration.events import AccountRegistered
from consent_app.registration.password_reset import set_new_password
from consent_app.registration.pre_hijacking import (
    claim_address,
    disown_link,
    may_be_disowned,
    remove_doubted_credentials,
)

__all__ = [
    "AccountRegistered",
    "claim_address",
    "disown_link",
    "masked",
    "may_be_disowned",
    "remove_doubted_credentials",
    "set_new_password",
]

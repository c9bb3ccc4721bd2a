"""The events of registration."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from consent_app.events.event import Event


class AccountRegistered(Event):
    """An account was registered, or created at an identity provider's sign-in or by accepting an
    invitation.

    Not if an operator created it, which ``account.vouched_for`` records.
    """

    name = "account.registered"


class AddressVerified(Event):
    """The owner of an account's address followed the link that verifies it."""

    name = "account.address_confirmed"


class AddressChanged(Event):
    """An account has another address."""

    name = "account.address_changed"


class AccountDisowned(Event):
    """The owner of an address had an account deleted that somebody else registered with it."""

    name = "account.disowned"


class PasswordResetRequested(Event):
    """A link that resets the password was mailed, or printed for an operator."""

    name = "password.reset_requested"


class PasswordReset(Event):
    """A password was set with a mailed link."""

    name = "password.reset"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationAccepted(Event):
    """An invitation was accepted; ``subject_id`` is the invitation's.

    ``user_id`` and ``email`` are the new member's. ``joined``: they were not a member of the
    workspace before.
    """

    name = "invitation.accepted"

    user_id: UUID
    email: str
    joined: bool


class AccountVouchedFor(Event):
    """An operator vouched for an address; ``subject_id`` is the account's."""

    name = "account.vouched_for"


class AccountDisabled(Event):
    """An operator disabled an account, which is ``subject_id``."""

    name = "account.disabled"


class AccountEnabled(Event):
    """An operator enabled an account again, which is ``subject_id``."""

    name = "account.enabled"


class SecondFactorReset(Event):
    """An operator removed the second factor of an account, which is ``subject_id``."""

    name = "second_factor.reset"


class AllSessionsEnded(Event):
    """An operator ended every session of an account, which is ``subject_id``."""

    name = "session.all_ended"

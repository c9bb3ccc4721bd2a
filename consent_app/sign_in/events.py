"""The events of signing in. The actor is the owner of the account."""

from __future__ import annotations

from consent_app.events.event import Event


class PasswordChecked(Event):
    """A password was accepted or refused at sign-in."""

    name = "sign_in.password"


class CodeChecked(Event):
    """A code of the second factor was refused at sign-in."""

    name = "sign_in.code"


class SignInVerified(Event):
    """A code of the second factor completed a sign-in."""

    name = "sign_in.verified"


class SecondFactorEnrolled(Event):
    """An authenticator was set up."""

    name = "second_factor.enrolled"

"""The events of signing in. The actor is the owner of the account."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.events.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordChecked(Event):
    """A password was accepted or refused at sign-in."""

    name = "sign_in.password"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeChecked(Event):
    """A code of the second factor was refused at sign-in."""

    name = "sign_in.code"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInVerified(Event):
    """A code of the second factor completed a sign-in."""

    name = "sign_in.verified"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactorEnrolled(Event):
    """An authenticator was set up."""

    name = "second_factor.enrolled"

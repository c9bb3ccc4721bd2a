"""Registrations and verified addresses as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.accounts.service import User
from consent_app.api.json import timestamp
from consent_app.registration.email_verification import VerifiedAddress


def verified_address(address: VerifiedAddress) -> dict[str, str]:
    """Return the EmailVerified of the document."""
    return {"email": address.email, "verifiedAt": timestamp(address.verified_at)}


def registration(user: User) -> dict[str, Any]:
    """Return when and from where an account was registered."""
    return {
        "email": user.email,
        "registeredAt": timestamp(user.created_at),
        "userAgent": user.registered_from,
        "network": user.registered_network,
    }

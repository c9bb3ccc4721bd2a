"""Registrations and verified addresses as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.accounts.service import User
from consent_app.openapi.json import timestamp
from consent_app.registration.email_verification import VerifiedAddress, masked
from consent_app.registration.invitation_acceptance import InvitationOffer
from consent_app.registration.pre_hijacking import has_moved
from consent_app.workspaces.service import organization_summary


def verified_address(address: VerifiedAddress) -> dict[str, str]:
    """Return the EmailVerified of the document."""
    return {"email": address.email, "verifiedAt": timestamp(address.verified_at)}


def registration(user: User) -> dict[str, Any]:
    """Return when and from where an account was registered.

    Another address that it has got since is mostly hidden: the link is the former one's owner's.
    """
    return {
        "email": masked(user.email) if has_moved(user) else user.email,
        "registeredAt": timestamp(user.created_at),
        "userAgent": user.registered_from,
        "network": user.registered_network,
    }


def offer(offer: InvitationOffer) -> dict[str, Any]:
    """Return the InvitationOffer of the document."""
    inviter = offer.inviter
    return {
        "organization": organization_summary(offer.workspace),
        "email": offer.invitation.email,
        "role": offer.invitation.role,
        "invitedBy": (inviter.name or inviter.email) if inviter is not None else None,
        "expiresAt": timestamp(offer.invitation.expires_at),
        "accountExists": offer.account_exists,
    }

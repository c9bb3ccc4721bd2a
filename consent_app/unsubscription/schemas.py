"""Unsubscribing as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.unsubscription.unsubscription import Unsubscription


def unsubscribe_result(unsubscription: Unsubscription) -> dict[str, Any]:
    """Return the UnsubscribeResult of the document."""
    return {**unsubscribe_status(unsubscription), "unsubscribed": True}


def unsubscribe_status(unsubscription: Unsubscription) -> dict[str, Any]:
    """Return the UnsubscribeStatus of the document."""
    return {"email": unsubscription.email, "alreadyUnsubscribed": unsubscription.was_unsubscribed}

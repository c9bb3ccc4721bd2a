"""Nonces as JSON."""

from __future__ import annotations

from datetime import datetime

from consent_app.api.json import timestamp


def nonce(text: str, expires_at: datetime) -> dict[str, str]:
    """Return the Nonce of the document."""
    return {"nonce": text, "expiresAt": timestamp(expires_at)}

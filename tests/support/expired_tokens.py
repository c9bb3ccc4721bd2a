"""Expired access tokens, signed as the service would have done an hour ago."""

from __future__ import annotations

from datetime import timedelta

from consent_app.application import Application, utc_now


def run_out(application: Application, access_token: str) -> str:
    """Return the same access token, expired."""
    now = utc_now()
    claims = application.signer.verify(access_token, "panel", now)
    return application.signer.issue("panel", claims, now - timedelta(hours=1))

"""Challenges and the second factor as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.sessions.service import opened_session_schema
from consent_app.sign_in.challenges import Challenge
from consent_app.sign_in.second_factor import AuthenticatorSecret, Enrolment


def challenge(challenge: Challenge) -> dict[str, Any]:
    """Return the ChallengeResponse of the document: to set up, or to verify."""
    if challenge.is_setup:
        return {"twoFactorSetupRequired": True, "challengeToken": challenge.token}
    return {"twoFactorRequired": True, "challengeToken": challenge.token}


def authenticator_secret(secret: AuthenticatorSecret) -> dict[str, str]:
    """Return the TwoFactorSetupResponse of the document."""
    return {
        "secret": secret.secret,
        "otpauthUrl": secret.otpauth_url,
        "qrCodeDataUrl": secret.qr_code_url,
    }


def enrolment(enrolment: Enrolment) -> dict[str, Any]:
    """Return a session of the document, with the backup codes."""
    return {**opened_session_schema(enrolment.session), "backupCodes": enrolment.backup_codes}

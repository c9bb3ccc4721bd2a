"""TOTP (RFC 6238): SHA-1, 6 digits, 30 seconds, one step of drift either way; and backup codes."""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime

import pyotp

STEP_SECONDS = 30
DRIFT_STEPS = 1
SECRET_CHARACTERS = 32  # 160 bits in base 32
BACKUP_CODES = 10
BACKUP_CODE_CHARACTERS = 10
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_secret() -> str:
    """Return a new secret of 160 bits in base 32."""
    return pyotp.random_base32(SECRET_CHARACTERS)


def otpauth_url(secret: str, email: str, issuer: str) -> str:
    """Return the ``otpauth://`` URL that authenticator apps read from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)


def code_at(secret: str, at: datetime) -> str:
    """Return the code of the time step that contains ``at``."""
    return pyotp.TOTP(secret).at(at)


def matching_step(secret: str, code: str, at: datetime) -> int | None:
    """Return the number of the time step that the code belongs to, or None.

    All three steps are always compared, in constant time. Only ASCII digits are accepted, not the
    digits of other scripts.
    """
    if not (code.isascii() and code.isdigit()):
        return None
    totp = pyotp.TOTP(secret)
    current = int(at.timestamp()) // STEP_SECONDS
    matched_step = None
    for step in range(current - DRIFT_STEPS, current + DRIFT_STEPS + 1):
        if hmac.compare_digest(totp.generate_otp(step), code):
            matched_step = step
    return matched_step


def new_backup_codes() -> list[str]:
    """Return ten codes of ten characters of Crockford's base 32, 50 bits each."""
    return [
        "".join(secrets.choice(_CROCKFORD) for _ in range(BACKUP_CODE_CHARACTERS))
        for _ in range(BACKUP_CODES)
    ]


def normal_backup_code(text: str) -> str:
    """Return the form in which a code is hashed: upper case, with look-alikes replaced
    (Crockford)."""
    return text.upper().translate(str.maketrans("OIL", "011"))

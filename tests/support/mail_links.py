"""Following the links of emails that verify an address."""

from __future__ import annotations

from webtest import TestApp

from tests.support.account_mails import last_token
from tests.support.factories import bearer
from tests.support.harness import Harness


def redeem_verification(
    app: TestApp, token: str, status: int = 200, *, proof: str | None = None
) -> dict[str, str]:
    """Redeem the token of a verification email. ``proof`` is a token of the signed-in person."""
    headers = bearer(proof) if proof else {}
    response: dict[str, str] = app.post_json(
        "/v1/auth/email/verify", {"token": token}, headers=headers, status=status
    ).json
    return response


def verify_by_mail(
    harness: Harness, app: TestApp, email: str, proof: str | None = None
) -> dict[str, str]:
    """Verify an address with the link in its newest verification email."""
    return redeem_verification(app, last_token(harness, email, "confirm"), proof=proof)

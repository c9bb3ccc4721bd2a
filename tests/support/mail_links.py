"""Following the links of mails."""

from __future__ import annotations

from webtest import TestApp

from tests.support.factories import bearer


def verify_address(
    app: TestApp, token: str, status: int = 200, *, proof: str | None = None
) -> dict[str, str]:
    headers = bearer(proof) if proof else {}
    answer: dict[str, str] = app.post_json(
        "/v1/auth/email/verify", {"token": token}, headers=headers, status=status
    ).json
    return answer

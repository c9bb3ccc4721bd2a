"""Signing in at a whole provider, oidc-provider-mock: the code flow, then the ID token."""

from __future__ import annotations

from typing import Any

from webtest import TestApp

from consent_app.application import Application
from tests.oidc.conftest import FetchClock
from tests.support.account_mails import last_token, mails_to
from tests.support.factories import bearer, make_panel, make_person, unique
from tests.support.harness import Harness
from tests.support.mock_provider import MockProvider


def present(app: TestApp, token: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer: dict[str, Any] = app.post_json(
        "/v1/auth/identity-provider", {"idToken": token, **body}, status=status
    ).json
    return answer


def claims(email: str, **others: Any) -> dict[str, Any]:
    return {"email": email, "email_verified": True, **others}


def test_signing_up_and_in_again(app: TestApp, mock_provider: MockProvider) -> None:
    subject, email = unique("person-"), f"{unique('mia')}@example.com"
    token = mock_provider.id_token(subject, claims(email, name="Mia Miller"))
    assert present(app, token, 404)["code"] == "account_not_found"
    first = present(app, token, allowSignup=True)
    account = app.get("/v1/account", headers=bearer(first["accountToken"]), status=200).json
    assert (account["email"], account["name"]) == (email, "Mia Miller")
    moved = mock_provider.id_token(subject, claims("moved-" + email))
    assert present(app, moved)["user"] == first["user"]


def test_linking_and_signing_in_to_the_workspace(
    harness: Harness, app: TestApp, application: Application, mock_provider: MockProvider
) -> None:
    panel = make_panel(app, application.now())
    email, slug = panel.person.email, panel.organization["slug"]
    verification = last_token(harness, email, "confirm")
    app.post_json("/v1/auth/email/verify", {"token": verification}, status=200)
    subject = unique("person-")
    session = present(app, mock_provider.id_token(subject, claims(email)), orgSlug=slug)
    app.get("/v1/domains", headers=bearer(session["accessToken"]), status=200)
    assert "linked" in str(mails_to(harness, email)[-1]["Subject"])
    other_subject = mock_provider.id_token(unique("person-"), claims(email))
    assert present(app, other_subject, 403)["code"] == "identity_conflict"


def test_a_token_for_another_client_is_rejected(app: TestApp, mock_provider: MockProvider) -> None:
    email = f"{unique('mia')}@example.com"
    token = mock_provider.id_token(unique("person-"), claims(email), client="another-site")
    assert present(app, token, 401, allowSignup=True)["code"] == "invalid_id_token"


def test_the_providers_claim_about_the_address(
    app: TestApp, application: Application, mock_provider: MockProvider
) -> None:
    email = make_person(app, application.now()).email
    token = mock_provider.id_token(unique("person-"), {"email": email, "email_verified": False})
    assert present(app, token, 403)["code"] == "email_not_verified"
    # What it does not say is not assumed.
    for claims in ({"email": email}, {"email_verified": True}, {}):
        token = mock_provider.id_token(unique("person-"), claims)
        assert present(app, token, 401)["code"] == "invalid_id_token"


def test_a_provider_that_restarts_with_other_keys(
    app: TestApp, mock_provider: MockProvider, fetch_clock: FetchClock
) -> None:
    subject, email = unique("person-"), f"{unique('mia')}@example.com"
    former = mock_provider.id_token(subject, claims(email))
    another = mock_provider.id_token(subject, claims(email) | {"locale": "en"})
    user = present(app, former, allowSignup=True)["user"]
    mock_provider.stop()
    fetch_clock.seconds += 3600
    assert present(app, another)["user"] == user, "its keys are kept while it is away"
    mock_provider.start()
    token = mock_provider.id_token(subject, claims(email))
    present(app, token, 401)
    fetch_clock.seconds += 60
    assert present(app, token)["user"] == user
    present(app, former, 401)

"""The setting ``signup``: who may make an account."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.accounts.service import new_password_hash
from consent_app.application import Application
from consent_app.registration import invitation_acceptance
from tests.support.account_mails import disown_token_in, last_token, mails_to
from tests.support.factories import PASSWORD, make_panel, make_person, unique
from tests.support.harness import Harness, make_harness, make_settings
from tests.support.members import inviting


def harness_with(database_url: str, var_dir: Path, signup: str) -> Harness:
    """The application on the shared database, with another setting."""
    return make_harness(make_settings(database_url, var_dir, signup=signup))


def exists(application: Application, email: str) -> bool:
    with application.database.session(read_only=True) as session:
        return session.scalar(select(User.id).where(User.email == email)) is not None


@pytest.mark.parametrize("signup", ["invite", "closed"])
def test_registration_is_refused_unless_open(
    database_url: str, tmp_path: Path, signup: str
) -> None:
    harness = harness_with(database_url, tmp_path, signup)
    email = f"{unique()}@example.com"
    body = {"email": email, "password": PASSWORD}
    evaluations = harness.application.passwords.evaluations
    refused = harness.client().post_json("/v1/auth/register", body, status=403)
    assert refused.json["code"] == "signup_closed"
    assert harness.application.passwords.evaluations == evaluations
    assert not exists(harness.application, email)
    harness.application.database.dispose()


def test_a_closed_server_does_not_reveal_registered_addresses(
    database_url: str, tmp_path: Path, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    closed = harness_with(database_url, tmp_path, "closed")
    answers = {
        closed.client()
        .post_json("/v1/auth/register", {"email": email, "password": PASSWORD}, status=403)
        .body
        for email in (panel.person.email, f"{unique()}@example.com")
    }
    assert len(answers) == 1
    closed.application.database.dispose()


@pytest.mark.parametrize(("signup", "status"), [("invite", 200), ("closed", 403)])
def test_an_invitation_makes_an_account_unless_it_is_closed(
    database_url: str,
    tmp_path: Path,
    harness: Harness,
    app: TestApp,
    application: Application,
    signup: str,
    status: int,
) -> None:
    panel = make_panel(app, application.now())
    email = f"{unique()}@example.com"
    inviting(panel).post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    token = last_token(harness, email, "invited")
    restricted = harness_with(database_url, tmp_path, signup)
    body = {"token": token, "name": "Grace Hopper", "password": PASSWORD}
    response = restricted.client().post_json("/v1/auth/invite/accept", body, status=status)
    if status == 403:
        assert response.json["code"] == "signup_closed"
    assert exists(application, email) is (status == 200)
    restricted.application.database.dispose()


def test_a_closed_server_makes_no_account_for_one_that_was_just_deleted(
    database_url: str,
    tmp_path: Path,
    harness: Harness,
    app: TestApp,
    application: Application,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Its owner never followed the link, so the invitation needs a name and a password.
    owner, comer = make_panel(app, application.now()), make_person(app, application.now())
    disown = {"token": disown_token_in(mails_to(harness, comer.email)[-1])}
    body = {"email": comer.email, "role": "viewer"}
    inviting(owner).post("/v1/invitations", body, status=201)
    token = last_token(harness, comer.email, "invited")
    closed = harness_with(database_url, tmp_path, "closed")

    def hash_while_it_is_deleted(*arguments: Any, **options: Any) -> str:
        app.post_json("/v1/auth/email/disown", disown, status=204)
        return new_password_hash(*arguments, **options)

    monkeypatch.setattr(invitation_acceptance, "new_password_hash", hash_while_it_is_deleted)
    answers = {"token": token, "name": "Grace Hopper", "password": PASSWORD}
    refused = closed.client().post_json("/v1/auth/invite/accept", answers, status=403)
    assert refused.json["code"] == "signup_closed"
    assert not exists(application, comer.email)
    closed.application.database.dispose()


@pytest.mark.parametrize("signup", ["invite", "closed"])
def test_those_who_have_an_account_sign_in_all_the_same(
    database_url: str, tmp_path: Path, app: TestApp, application: Application, signup: str
) -> None:
    panel = make_panel(app, application.now())
    restricted = harness_with(database_url, tmp_path, signup)
    body = {"email": panel.person.email, "password": PASSWORD}
    restricted.client().post_json("/v1/auth/account-login", body, status=200)
    restricted.application.database.dispose()

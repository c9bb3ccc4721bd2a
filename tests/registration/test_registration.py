from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.application import Application
from consent_app.jobs.models import Job
from tests.support.factories import PASSWORD, register, unique


def test_a_registration_makes_a_user_and_a_mail_and_no_token(
    app: TestApp, application: Application
) -> None:
    email = f"{unique('Ada')}@Example.com"
    response = app.post_json(
        "/v1/auth/register",
        {"email": email, "password": PASSWORD, "name": "  Ada L ", "organizationName": " Engines "},
        status=201,
    )
    assert set(response.json) == {"twoFactorSetupRequired", "challengeToken"}
    with application.database.session(read_only=True) as session:
        user = session.scalars(select(User).where(User.email == email)).one()
        assert (user.name, user.organization_name) == ("Ada L", "Engines")
        assert user.verified_at is None
        assert user.password_hash is not None
        assert PASSWORD not in user.password_hash
        mails = session.scalars(select(Job).where(Job.created_at >= user.created_at)).all()
        assert [job.kind for job in mails].count("mail.send") >= 1
        assert email not in str([job.payload for job in mails])


def test_an_organization_name_is_derived_from_the_address(
    app: TestApp, application: Application
) -> None:
    local = unique("grace")
    register(app, email=f"{local}@example.com")
    with application.database.session(read_only=True) as session:
        name = session.scalar(
            select(User.organization_name).where(User.email == f"{local}@example.com")
        )
    assert name == local


def test_an_address_registers_once_in_whatever_case(app: TestApp, application: Application) -> None:
    email, _ = register(app)
    for spelling in (email, email.upper(), email.title()):
        response = app.post_json(
            "/v1/auth/register", {"email": spelling, "password": "another password"}, status=409
        )
        assert response.json["code"] == "email_taken"
    with application.database.session(read_only=True) as session:
        count = session.scalar(
            select(func.count()).select_from(User).where(User.email_key == email.casefold())
        )
    assert count == 1


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"email": "not an address"}, "#/email"),
        ({"password": "short12"}, "#/password"),
        ({"password": "x" * 129}, "#/password"),
        ({"name": "A"}, "#/name"),
        ({"name": "  A  "}, "#/name"),
        ({"name": "    "}, "#/name"),
        ({"name": "see http://example.com"}, "#/name"),
        ({"name": "x" * 101}, "#/name"),
        ({"name": "\U000e0070\U000e0061\U000e0079"}, "#/name"),
        ({"organizationName": " \t "}, "#/organizationName"),
        ({"organizationName": "\U000e0101"}, "#/organizationName"),
        ({"organizationName": "x" * 101}, "#/organizationName"),
        ({"role": "owner"}, "#/role"),
    ],
)
def test_invalid_values_are_named_and_never_echoed(
    app: TestApp, changes: dict[str, Any], pointer: str
) -> None:
    body = {"email": f"{unique()}@example.com", "password": PASSWORD, **changes}
    response = app.post_json("/v1/auth/register", body, status=400)
    assert response.json["code"] == "validation_failed"
    assert pointer in [part["pointer"] for part in response.json["errors"]]
    assert "x" * 50 not in response.text
    assert "short12" not in response.text


@pytest.mark.parametrize("name", ["Jo", "x" * 100, "  " + "x" * 100 + "  ", "Zoë 🎈"])
def test_names_count_after_trimming(app: TestApp, name: str) -> None:
    register(app, name=name, organizationName=name)


@pytest.mark.parametrize("password", ["eq7zx8vn", "x" * 128, "pässwörd ☃ long"])
def test_passwords_of_8_to_128_characters_are_taken(app: TestApp, password: str) -> None:
    email, _ = register(app, password=password)
    app.post_json("/v1/auth/account-login", {"email": email, "password": password}, status=200)


def test_an_invisible_name_is_described_in_words(app: TestApp) -> None:
    body = {"email": f"{unique()}@example.com", "password": PASSWORD, "name": "\U000e0070" * 3}
    (error,) = app.post_json("/v1/auth/register", body, status=400).json["errors"]
    assert error == {
        "pointer": "#/name",
        "message": "must be a name with at least one visible character",
    }
    # A flag is made of the same characters.
    flag = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
    app.post_json("/v1/auth/register", {**body, "name": f"Wales {flag}"}, status=201)

"""Identities at identity providers: their names and ids, and linking one twice."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy.exc import IntegrityError
from webtest import TestApp

from consent_app.accounts.identities import (
    add_identity,
    identity_id,
    is_linked_already,
    provider_name,
)
from consent_app.accounts.models import Identity
from consent_app.application import Application
from tests.support.factories import make_person, unique

ISSUER = "https://login.example:8443/tenant"


def test_an_identity_keeps_its_id_and_people_know_its_host() -> None:
    identity = Identity(issuer=ISSUER, subject="a")
    assert identity_id(identity) == identity_id(Identity(issuer=ISSUER, subject="a"))
    assert identity_id(identity) != identity_id(Identity(issuer=ISSUER, subject="b"))
    assert provider_name(ISSUER) == "login.example:8443"


def test_an_identity_is_linked_once_and_one_of_a_provider(
    app: TestApp, application: Application
) -> None:
    now = application.now()
    ada, eve = (UUID(make_person(app, now).user_id) for _ in range(2))
    subject = unique("subject")
    with application.database.transaction() as session:
        add_identity(session, ada, ISSUER, subject, now)
    for user_id, name in ((eve, subject), (ada, unique("subject"))):
        with (
            pytest.raises(IntegrityError) as error,
            application.database.transaction() as session,
        ):
            add_identity(session, user_id, ISSUER, name, now)
        assert is_linked_already(error.value)

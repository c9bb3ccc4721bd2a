"""Fixtures of these tests."""

from __future__ import annotations

import uuid

import pytest

from consent_app.application import Application
from consent_app.unsubscription.unsubscription import new_token
from tests.support.factories import unique


@pytest.fixture
def email() -> str:
    return f"{unique('grace')}&co@example.com"


@pytest.fixture
def token(application: Application, email: str) -> str:
    return new_token(application, email, uuid.uuid4())

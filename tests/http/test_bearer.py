"""Bearer credentials in the Authorization header (RFC 6750 §2.1)."""

from __future__ import annotations

import pytest

from consent_app.errors import Unauthenticated
from consent_app.http.bearer import bearer_token
from consent_app.http.request import Request


def request_with(header: str | None) -> Request:
    return Request.blank("/", headers={} if header is None else {"Authorization": header})


@pytest.mark.parametrize("header", ["Bearer a.b.c", "bearer a.b.c", "BEARER   a.b.c  "])
def test_the_token_is_read(header: str) -> None:
    assert bearer_token(request_with(header)) == "a.b.c"


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer  ", "Basic a.b.c", "Bearera.b.c"])
def test_without_a_credential_the_caller_is_anonymous(header: str | None) -> None:
    with pytest.raises(Unauthenticated):
        bearer_token(request_with(header))

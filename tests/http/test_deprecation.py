"""Deprecated operations say so in their response headers (RFC 9745, RFC 8594)."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from webtest import TestApp

from consent_app.http.deprecation import notices
from consent_app.openapi.document import Document, DocumentError


def document(**operation: Any) -> Document:
    item = {"x-pyramid-route-name": "x", "get": {"responses": {}, **operation}}
    return Document({"paths": {"/v1/x": item}})


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("get", "/v1/former", 200), ("head", "/v1/former", 200), ("get", "/v1/former?limit=x", 400)],
)
def test_every_response_of_a_deprecated_operation_has_the_headers(
    site: TestApp, method: str, path: str, status: int
) -> None:
    response = getattr(site, method)(path, status=status)
    assert (
        response.headers["Deprecation"] == f"@{int(datetime(2027, 1, 1, tzinfo=UTC).timestamp())}"
    )
    assert response.headers["Sunset"] == "Sat, 01 Jan 2028 00:00:00 GMT"
    assert parsedate_to_datetime(response.headers["Sunset"]) == datetime(2028, 1, 1, tzinfo=UTC)
    assert response.headers["Link"] == (
        '<https://consent.example/docs/versioning>; rel="deprecation"; type="text/html"'
    )


def test_other_operations_do_not_have_the_headers(site: TestApp) -> None:
    for response in (
        site.post("/v1/former"),
        site.put("/v1/former", status=405),
        site.get("/v1/things"),
        site.get("/nowhere", status=404),
    ):
        assert not {"Deprecation", "Sunset"} & set(response.headers)


def test_a_day_may_be_a_date_or_its_text_and_the_rest_may_be_left_out() -> None:
    for day in ("2027-01-01", datetime(2027, 1, 1, tzinfo=UTC).date()):
        result = notices(document(**{"deprecated": True, "x-deprecated-at": day}))
        assert result == {("x", "GET"): (("Deprecation", "@1798761600"),)}


@pytest.mark.parametrize(
    ("operation", "complaint"),
    [
        ({"deprecated": True}, "needs x-deprecated-at"),
        ({"x-sunset": "2027-01-01"}, "not deprecated"),
        ({"deprecated": True, "x-deprecated-at": "soon"}, "GET /v1/x"),
        (
            {"deprecated": True, "x-deprecated-at": "2027-01-02", "x-sunset": "2027-01-01"},
            "x-sunset is before",
        ),
    ],
)
def test_invalid_deprecation_dates_stop_the_start(
    operation: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(DocumentError, match=complaint):
        notices(document(**operation))

"""The response of almost every view."""

from __future__ import annotations

from consent_app.http.json_response import JsonResponse


def test_a_json_response_keeps_its_payload() -> None:
    response = JsonResponse({"ä": 1}, status=202, headers={"X-A": "b"})
    assert (response.payload, response.json, response.content_length) == ({"ä": 1}, {"ä": 1}, 8)
    assert (response.status_int, response.headers["X-A"]) == (202, "b")

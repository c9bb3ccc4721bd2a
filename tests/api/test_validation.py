"""Hostile and careless requests are refused with 400, 404, 405, 413 or 415, never with 500."""

from __future__ import annotations

import io
import json
import logging
from typing import Any
from uuid import UUID

import pytest
import webob
from webtest import TestApp

from tests.support.http_servers import EndlessBody
from tests.support.small_service import site_views

SECRET = "hunter2-correct-horse-battery"


def field_errors(response: Any) -> dict[str, str]:
    assert response.content_type == "application/problem+json"
    assert response.json["code"] == "validation_failed"
    return {
        field_error["pointer"]: field_error["message"] for field_error in response.json["errors"]
    }


def post_raw(site: TestApp, raw: bytes, path: str = "/v1/things", **kwargs: Any) -> Any:
    kwargs.setdefault("content_type", "application/json")
    return site.post(path, raw, expect_errors=True, **kwargs)


def post(site: TestApp, body: Any, path: str = "/v1/things", **kwargs: Any) -> Any:
    return post_raw(site, json.dumps(body).encode(), path, **kwargs)


def call(site: TestApp, path: str, environ: dict[str, Any]) -> Any:
    """Call the application with what webtest would itself refuse to send."""
    return webob.Request.blank(path, environ=environ).get_response(site.app)


# Bodies


@pytest.mark.parametrize(
    "raw",
    [
        b'{"email": "a@example.com"',
        b"",
        b"   ",
        b"\xff\xfe",
        b'{"email": "a@example.com", "text": "\xff"}',
        b'\xef\xbb\xbf{"email": "a@example.com"}',
        b'{"email": "a@example.com", "text": "\\u0000"}',
        b'{"email": "a@example.com", "text": "a\x00b"}',
        b'{"email": "a@example.com", "free": {"\\u0000": 1}}',
        b'{"email": "a@example.com", "free": [["\\u0000"]]}',
        b'{"email": "a@example.com", "text": "\\ud800"}',
        b'{"email": "a@example.com", "text": "\\udc00\\ud800"}',
        b'{"email": "a@example.com", "number": NaN}',
        b'{"email": "a@example.com", "number": Infinity}',
        b'{"email": "a@example.com", "number": -Infinity}',
        b'{"email": "a@example.com", "number": 1e400}',
        b'{"email": "a@example.com", "number": -1e400}',
        b'{"email": "a@example.com", "number": 1' + b"0" * 5000 + b"}"[:4090],
        b'{"email": "a@example.com", "free": 18446744073709551616}',
        b'{"email": "a@example.com", "free": [1e40]}',
        b'{"email": "a@example.com", "email": "b@example.com"}',
        b'{"email": "a@example.com", "text": ":", "free": {"a":1,"a" :2}}',
        b'{"email": "a@example.com", "email": "a\\"@example.com"}',
        b"{'email': 'a@example.com'}",
        b'{"email": "a@example.com",}',
        b'{"email": "a@example.com"} {}',
        b"[" * 2000 + b"]" * 2000,
        b'{"email": "a@example.com", "free": ' + b"[" * 1800 + b"]" * 1800 + b"}",
        b'{"email":"a@example.com","free":' + b'{"a":' * 700 + b"1" + b"}" * 700 + b"}",
    ],
)
def test_malformed_json_is_refused(site: TestApp, raw: bytes) -> None:
    response = post_raw(site, raw[:4096])
    assert response.status_int == 400
    assert field_errors(response).keys() <= {"#", "#/free", "#/free/0/0", "#/number", "#/text"}


def test_each_part_with_a_nul_is_named(site: TestApp) -> None:
    words = {"a": ["", "\0"], "b/": {"c\0": "\0"}, "d" * 65: "\0", "e": "\\u0000"}
    response = post_raw(site, json.dumps({"email": "\0@example.com", "free": words}).encode())
    message = "must not contain NUL characters"
    assert field_errors(response) == {
        "#/email": message,
        "#/free/a/1": message,
        "#/free/b~1": message,
        "#/free": message,
    }


@pytest.mark.parametrize("depth", [60, 100, 250, 300, 900])
def test_a_deeply_nested_body_causes_no_500(site: TestApp, depth: int) -> None:
    raw = b'{"email":"a@example.com","free":' + b"[" * depth + b"]" * depth + b"}"
    assert post_raw(site, raw).status_int in (201, 400)
    raw = b'{"email":1,"free":' + b"[" * depth + b"]" * depth + b"}"
    assert post_raw(site, raw).status_int == 400


@pytest.mark.parametrize(
    "raw",
    [
        b'{"email": "a@example.com", "text": "\\\\u0000"}',
        b'{"email": "a@example.com", "text": "a:b::{\\"c\\":1}"}',
        b'{"email": "a@example.com", "text": "\\ud83d\\ude00"}',
        b'{"email": "a@example.com", "free": {"a": {"a": 1}, "b": {"a": [{"a": ":"}]}}}',
        b'{"email": "a@example.com", "number": 18446744073709551615}',
        b'{"email": "a@example.com", "number": -1.5e-300}',
        b'{"email": "a@example.com", "when": "2026-01-02T03:04:05+05:30"}',
        b'{"email": "a@example.com", "kind": null}',
        b'{"email": "a@example.com", "kind": "big"}',
    ],
)
def test_unusual_json_is_accepted_unchanged(site: TestApp, raw: bytes) -> None:
    response = post_raw(site, raw)
    assert response.status_int == 201, response.text
    assert response.json["body"] == json.loads(raw)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, {"#/email": "is required"}),
        ([], {"#": "must be an object"}),
        (None, {"#": "must be an object"}),
        ({"email": SECRET}, {"#/email": "must be an email address"}),
        (
            {"email": "a@example.com\n"},
            {"#/email": "must be an email address"},
        ),
        (
            {"email": "a@example.com", "password": "x"},
            {"#/password": "must have 8 characters or more"},
        ),
        (
            {"email": "a@example.com", "password": SECRET},
            {"#/password": "must have 16 characters or fewer"},
        ),
        (
            {"email": "a@example.com", "note": "abc\n"},
            {"#/note": "must have the form described in the API reference"},
        ),
        ({"email": "a@example.com", "count": SECRET}, {"#/count": "must be an integer"}),
        ({"email": "a@example.com", "count": True}, {"#/count": "must be an integer"}),
        ({"email": "a@example.com", "count": -1}, {"#/count": "must be 0 or more"}),
        ({"email": "a@example.com", "kind": SECRET}, {"#/kind": "must be one of big, small"}),
        ({"email": "a@example.com", "when": "2026-01-02"}, {"#/when": None}),
        ({"email": "a@example.com", "when": "0000-01-01T00:00:00Z"}, {"#/when": None}),
        ({"email": "a@example.com", "when": "0001-01-01T00:00:00+14:00"}, {"#/when": None}),
        ({"email": "a@example.com", "list": [1, "x", 2]}, {"#/list/1": "must be an integer"}),
        ({"email": "a@example.com", "list": [1, 2, 3, 4]}, {"#/list": None}),
        ({"email": "a@example.com", "place": {}}, {"#/place/city": "is required"}),
        (
            {"email": "a@example.com", "place": {"city": "x", "a/b~c d": "y"}},
            {"#/place/a~1b~0c%20d": "must be an integer"},
        ),
        ({"email": "a@example.com", "zip": SECRET}, {"#/zip": "is unknown"}),
        ({"email": "a@example.com", "z" * 65: 1}, {"#": "is unknown"}),
        (
            {"password": SECRET, "count": 1.5, "extra": 1, "place": {"city": 1}},
            {
                "#/email": "is required",
                "#/password": "must have 16 characters or fewer",
                "#/count": "must be an integer",
                "#/extra": "is unknown",
                "#/place/city": "must be a string",
            },
        ),
    ],
)
def test_each_failing_part_is_named_by_place_and_rule_never_by_value(
    site: TestApp, caplog: pytest.LogCaptureFixture, body: Any, expected: dict[str, str | None]
) -> None:
    caplog.set_level(logging.DEBUG)
    response = post(site, body)
    assert response.status_int == 400
    errors = field_errors(response)
    assert errors.keys() == expected.keys()
    for place, message in expected.items():
        assert message is None or errors[place] == message
    assert SECRET not in response.text
    assert SECRET not in caplog.text


def test_a_charset_parameter_is_accepted(site: TestApp) -> None:
    for media_type in ("application/json; charset=utf-8", "Application/JSON ;charset=latin-1"):
        response = post(site, {"email": "a@example.com"}, content_type=media_type)
        assert response.status_int == 201


@pytest.mark.parametrize("media_type", ["text/plain", "application/xml", "application/jsonx", "x"])
def test_another_media_type_is_415(site: TestApp, media_type: str) -> None:
    response = post(site, {"email": "a@example.com"}, content_type=media_type)
    assert (response.status_int, response.json["code"]) == (415, "unsupported_media_type")


def test_a_body_without_a_media_type_is_415(site: TestApp) -> None:
    raw = b'{"email":"a@example.com"}'
    environ = {"REQUEST_METHOD": "POST", "wsgi.input": io.BytesIO(raw), "CONTENT_LENGTH": "25"}
    response = call(site, "/v1/things", environ)
    assert (response.status_int, response.json["code"]) == (415, "unsupported_media_type")


def test_a_body_over_the_limit_is_413_unread(site: TestApp) -> None:
    class Unread:
        def read(self, size: int = -1) -> bytes:
            raise AssertionError("the body was read")

    environ = {
        "REQUEST_METHOD": "POST",
        "wsgi.input": Unread(),
        "CONTENT_LENGTH": "4097",
        "CONTENT_TYPE": "application/json",
    }
    response = call(site, "/v1/things", environ)
    assert (response.status_int, response.json["code"]) == (413, "content_too_large")


def test_no_more_of_a_chunked_body_is_read_than_the_limit(site: TestApp) -> None:
    # As under granian: without a length, and without an end.
    body = EndlessBody()
    environ = {
        "REQUEST_METHOD": "POST",
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "HTTP_TRANSFER_ENCODING": "chunked",
        "CONTENT_TYPE": "application/json",
    }
    response = call(site, "/v1/things", environ)
    assert (response.status_int, response.json["code"]) == (413, "content_too_large")
    assert body.read_bytes == 4097


def test_a_chunked_body_is_read_in_whatever_parts_it_arrives(site: TestApp) -> None:
    class Parts(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(1)

    environ = {
        "REQUEST_METHOD": "POST",
        "wsgi.input": Parts(b'{"a": 1}'),
        "wsgi.input_terminated": True,
        "CONTENT_TYPE": "application/json",
    }
    assert field_errors(call(site, "/v1/optional", environ)) == {"#/a": "is unknown"}


def test_the_limit_is_64_kib_where_the_operation_names_none(site: TestApp) -> None:
    assert post_raw(site, b" " * (64 * 1024 + 1), "/v1/optional").status_int == 413
    assert post_raw(site, b" " * (64 * 1024 - 2) + b"{}", "/v1/optional").status_int == 200


def test_a_body_that_ends_early_causes_no_500(site: TestApp) -> None:
    # As under granian, if the client closes the connection.
    request = webob.Request.blank("/v1/things", method="POST", content_type="application/json")
    request.environ |= {"wsgi.input": io.BytesIO(b'{"name":'), "CONTENT_LENGTH": "40"}
    response = request.get_response(site.app)
    assert (response.status_int, response.json["code"]) == (400, "validation_failed")
    assert response.json["detail"] == "The body has fewer bytes than its Content-Length."


def test_a_malformed_length_causes_no_500(site: TestApp) -> None:
    environ = {"REQUEST_METHOD": "POST", "CONTENT_LENGTH": "abc"}
    assert call(site, "/v1/things", environ).status_int == 400


def test_an_optional_body_may_be_absent_but_must_be_valid(site: TestApp) -> None:
    assert post_raw(site, b"", "/v1/optional").json["body"] is None
    assert post(site, {}, "/v1/optional").json["body"] == {}
    assert field_errors(post(site, {"a": 1}, "/v1/optional")) == {"#/a": "is unknown"}


@pytest.mark.parametrize("media_type", ["application/json", "text/plain", "multipart/form-data"])
def test_a_body_that_no_operation_asked_for_is_ignored(site: TestApp, media_type: str) -> None:
    environ: dict[str, Any] = {"CONTENT_TYPE": media_type, "CONTENT_LENGTH": "99"}
    environ["REQUEST_METHOD"] = "POST"
    environ["wsgi.input"] = io.BytesIO(b"\xff\x00\x01" * 33)
    response = call(site, "/v1/bodiless", environ)
    assert (response.status_int, response.body) == (204, b"")


# Parameters


def test_parameters_come_with_their_types_and_defaults(site: TestApp) -> None:
    site.get(
        "/v1/things?ratio=1.5&flag=true&word=abc&kind=big&tags=1&tags=2"
        "&id=0197F0A0-0000-7000-8000-000000000001&at=2026-01-02T05:04:05.6789%2B02:00",
        headers={"x-key": "0197f0a0-0000-7000-8000-000000000002"},
    )
    parameters = site_views.values[0].parameters
    at = parameters.query.pop("at")
    assert at.isoformat() == "2026-01-02T03:04:05.678900+00:00"
    assert parameters.query == {
        "limit": 10,
        "ratio": 1.5,
        "flag": True,
        "word": "abc",
        "kind": "big",
        "tags": [1, 2],
        "id": UUID("0197f0a0-0000-7000-8000-000000000001"),
    }
    assert parameters.header == {"X-Key": UUID("0197f0a0-0000-7000-8000-000000000002")}
    assert parameters.path == {}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("limit=abc", {"#/query/limit": "must be an integer"}),
        ("limit=", {"#/query/limit": "must be an integer"}),
        ("limit=1_0", {"#/query/limit": "must be an integer"}),
        ("limit=+5", {"#/query/limit": "must be an integer"}),
        ("limit=%205", {"#/query/limit": "must be an integer"}),
        ("limit=%D9%A3", {"#/query/limit": "must be an integer"}),
        ("limit=1e1", {"#/query/limit": "must be an integer"}),
        ("limit=1" + "0" * 5000, {"#/query/limit": "must be an integer"}),
        ("limit=1e400", {"#/query/limit": "must be an integer"}),
        ("limit=0", {"#/query/limit": "must be 1 or more"}),
        ("limit=101", {"#/query/limit": "must be 100 or less"}),
        ("ratio=1e400", {"#/query/ratio": "must be a number"}),
        ("ratio=nan", {"#/query/ratio": "must be a number"}),
        ("ratio=inf", {"#/query/ratio": "must be a number"}),
        ("ratio=1e301", {"#/query/ratio": None}),
        ("flag=1", {"#/query/flag": "must be true or false"}),
        ("flag=True", {"#/query/flag": "must be true or false"}),
        ("id=0197f0a0000070008000000000000001", {"#/query/id": "must be a UUID"}),
        ("at=2026-01-02T03:04:05+02:00", {"#/query/at": None}),
        ("at=2026-01-02", {"#/query/at": None}),
        ("at=9999-12-31T23:59:59-01:00", {"#/query/at": None}),
        ("word=abc%0A", {"#/query/word": "must have the form described in the API reference"}),
        ("word=%00", {"#/query/word": "must not contain NUL characters"}),
        ("kind=medium", {"#/query/kind": "must be one of big, small"}),
        ("tags=1&tags=x", {"#/query/tags": "must be an integer"}),
        ("tags=1&tags=2&tags=3&tags=4", {"#/query/tags": "must have 3 items or fewer"}),
        ("word=a&word=b", {"#/query/word": "must be given once"}),
        ("limt=5", {"#/query/limt": "is unknown"}),
        ("a%2Fb%20c=5", {"#/query/a~1b%20c": "is unknown"}),
        ("=5", {"#/query/": "is unknown"}),
        ("z" * 65 + "=", {"#/query": "is unknown"}),
        ("limit=%FF", {"#/query": "must be UTF-8"}),
        ("%FF=1", {"#/query": "must be UTF-8"}),
        ("limit=\u00ff", {"#/query/limit": "must be an integer"}),
        (
            "limit=0&word=A&flag=x&bogus=1",
            {
                "#/query/limit": "must be 1 or more",
                "#/query/word": "must have the form described in the API reference",
                "#/query/flag": "must be true or false",
                "#/query/bogus": "is unknown",
            },
        ),
    ],
)
def test_a_wrong_query_is_named(site: TestApp, query: str, expected: dict[str, str | None]) -> None:
    for method in ("GET", "HEAD"):
        environ = {"REQUEST_METHOD": method, "QUERY_STRING": query.encode().decode("latin-1")}
        response = site.request("/v1/things", environ=environ, expect_errors=True)
        assert response.status_int == 400
        if method == "GET":
            errors = field_errors(response)
            assert errors.keys() == expected.keys()
            for place, message in expected.items():
                assert message is None or errors[place] == message


def test_bytes_beyond_latin_1_in_a_query_cause_no_500(site: TestApp) -> None:
    environ = {"REQUEST_METHOD": "GET", "QUERY_STRING": "word=\xff"}
    assert site.request("/v1/things", environ=environ, expect_errors=True).status_int == 400


def test_a_nullable_query_parameter_does_not_raise(site: TestApp) -> None:
    assert site.get("/v1/things?nullable=abc").json["query"]["nullable"] == "abc"
    response = site.get("/v1/things?nullable=abcdef", expect_errors=True)
    assert field_errors(response) == {"#/query/nullable": "must have 5 characters or fewer"}


def test_a_wrong_header_is_named(site: TestApp) -> None:
    response = site.get("/v1/things", headers={"X-Key": SECRET}, expect_errors=True)
    assert field_errors(response) == {"#/header/X-Key": "must be a UUID"}
    assert SECRET not in response.text


def test_a_wrong_path_parameter_is_named(site: TestApp) -> None:
    response = site.get("/v1/things/abc", expect_errors=True)
    assert field_errors(response) == {"#/path/thingId": "must be a UUID"}
    assert site.get("/v1/things/0197f0a0-0000-7000-8000-000000000001").json["path"] == {
        "thingId": "0197f0a0-0000-7000-8000-000000000001"
    }


def test_a_nul_in_the_path_is_400(site: TestApp) -> None:
    response = site.get("/v1/words/a%00b", expect_errors=True)
    assert field_errors(response) == {"#/path/word": "must not contain NUL characters"}


@pytest.mark.parametrize("path", ["/v1/words/%FF", "/%FF", "/v1/%C3%28", "/v1/words/%ED%A0%80"])
def test_an_undecodable_path_is_404(site: TestApp, path: str) -> None:
    response = site.get(path, expect_errors=True)
    assert (response.status_int, response.json["code"]) == (404, "not_found")


def test_a_path_and_a_query_are_decoded_once(site: TestApp) -> None:
    assert site.get("/v1/words/a%62").json["path"] == {"word": "ab"}
    assert site.get("/v1/words/a%2562").json["path"] == {"word": "a%62"}
    assert site.get("/v1/things?limit=%32").status_int == 200
    assert field_errors(site.get("/v1/things?limit=%2532", expect_errors=True))


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/nothing", "/v1/things/", "/v1/%00", "//v1/things"]
)
def test_an_unknown_path_is_404(site: TestApp, path: str) -> None:
    response = site.get(path, expect_errors=True)
    assert (response.status_int, response.content_type) == (404, "application/problem+json")


def test_unknown_parameters_are_accepted_if_the_document_allows_them(site: TestApp) -> None:
    answer = site.get("/v1/visitors/a?utm_source=x&utm_source=y&token=t&z=%00").json
    assert answer["query"] == {"token": "t"}
    assert site.get("/v1/visitors/a?token=%FF", expect_errors=True).status_int == 400
    assert site.get("/v1/visitors/a?token=a&token=b", expect_errors=True).status_int == 400
    # The operation reads nothing from this query and declares no 400.
    assert site.get("/v1/script?%FF=%FF&v=%00").status_int == 200


# Methods


def test_head_works_where_get_does(site: TestApp) -> None:
    response = site.head("/v1/things?limit=5")
    assert (response.status_int, response.body) == (200, b"")
    assert response.content_length == len(site.get("/v1/things?limit=5").body)
    assert site.head("/v1/script").content_type == "text/javascript"


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("DELETE", "/v1/things", "GET, HEAD, OPTIONS, POST"),
        ("TRACE", "/v1/things", "GET, HEAD, OPTIONS, POST"),
        ("PURGE", "/v1/things", "GET, HEAD, OPTIONS, POST"),
        ("POST", "/v1/things/abc", "DELETE, GET, HEAD"),
        ("OPTIONS", "/v1/things/abc", "DELETE, GET, HEAD"),
        ("GET", "/v1/notes", "POST"),
        ("HEAD", "/v1/notes", "POST"),
    ],
)
def test_an_undeclared_method_is_405(site: TestApp, method: str, path: str, allow: str) -> None:
    response = call(site, path, {"REQUEST_METHOD": method})
    assert (response.status_int, response.headers["Allow"]) == (405, allow)
    assert response.content_type == "application/problem+json"


# The order of the checks


def test_the_method_comes_before_the_credential_and_that_before_the_body(site: TestApp) -> None:
    assert site.get("/v1/secured", expect_errors=True).status_int == 405
    response = post(site, {"email": SECRET}, "/v1/secured")
    assert (response.status_int, response.json["code"]) == (401, "unauthenticated")
    assert response.headers["WWW-Authenticate"] == "Bearer"
    response = post(site, {}, "/v1/secured", headers={"Authorization": "Bearer wrong"})
    assert response.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    right = {"Authorization": "Bearer right"}
    assert post(site, {}, "/v1/secured", headers=right).status_int == 400
    assert post(site, {"email": "a@example.com"}, "/v1/secured", headers=right).status_int == 204


def test_only_the_document_is_served(site: TestApp) -> None:
    response = site.get("/openapi.yaml")
    assert response.text.startswith("openapi: 3.1.0")
    for path in ("/spec", "/spec/traps.yaml", "/site.py", "/openapi.yaml/site.py"):
        assert site.get(path, expect_errors=True).status_int == 404

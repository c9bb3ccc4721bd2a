"""The index over the routes gives the same answer as Pyramid's mapper for every path, except that
no path matches with a line feed after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyramid.exceptions import URLDecodeError
from pyramid.request import Request
from pyramid.urldispatch import RoutesMapper
from webtest import TestApp

from consent_app.application import Application
from consent_app.http.routing import IndexedRoutesMapper
from tests.support.factories import PASSWORD, bearer, make_panel

PATTERNS = (
    "/",
    "/v1/domains",
    "/v1/domains/{domainId}",
    "/v1/domains/all",
    "/v1/domains/{domainId}/banner",
    "/v1/{anything}/{else}",
    "/v1/public/domains/{domainId}/banner",
    "/docs/",
    "/docs/*subpath",
    r"/old/{year:\d{4}}/{rest:.*}",
    "mailbox/{name}.eml",
    "/v1/domains/{domainId}-{version}",
)
SEGMENTS = ("v1", "domains", "all", "public", "banner", "docs", "old", "1999", "mailbox", "a.eml")
PATHS = st.lists(
    st.one_of(st.sampled_from(SEGMENTS), st.text("/-{}*:\nä.", max_size=3)), max_size=7
).map(lambda segments: "/" + "/".join(segments))


def mapped(make: Callable[[], RoutesMapper], path: str) -> tuple[Any, Any]:
    mapper = make()
    for number, pattern in enumerate(PATTERNS):
        mapper.connect(str(number), pattern)
    result = mapper(Request.blank("/", environ={"PATH_INFO": path.encode().decode("latin-1")}))
    return result["match"], result["route"] and result["route"].name


@given(PATHS)
def test_the_answers_are_pyramids_own(path: str) -> None:
    # Their expressions take a last newline for the end.
    theirs = (None, None) if path.endswith("\n") else mapped(RoutesMapper, path)
    assert mapped(IndexedRoutesMapper, path) == theirs


OUTSIDE_TRANSACTIONS = [
    ("/v1/account/backup-codes", {"code": "123456"}),
    ("/v1/account/password", {"currentPassword": PASSWORD, "newPassword": f"{PASSWORD}s"}),
    ("/v1/billing/checkout", {"plan": "business"}),
]


@pytest.mark.parametrize(("path", "body"), OUTSIDE_TRANSACTIONS)
def test_a_line_feed_after_a_path_does_not_bring_a_transaction(
    app: TestApp, application: Application, path: str, body: dict[str, str]
) -> None:
    # A transaction that was chosen by another spelling of the path would hold SQLite's write lock,
    # for which the counter of attempts waits.
    panel = make_panel(app, application.now())
    headers = bearer(panel.person.account_token)
    refused = app.post_json(f"{path}%0A", body, headers=headers, status=404)
    assert refused.json["code"] == "not_found"


def test_a_route_that_comes_later_is_found() -> None:
    mapper = IndexedRoutesMapper()
    mapper.connect("first", "/v1/first")
    request = Request.blank("/v1/second")
    assert mapper(request)["route"] is None
    mapper.connect("second", "/v1/second")
    assert mapper(request)["route"].name == "second"


def test_a_route_predicate_can_refuse_a_request() -> None:
    mapper = IndexedRoutesMapper()
    mapper.connect("never", "/v1/{id}", predicates=(lambda info, request: False,))
    mapper.connect("then", "/v1/{id}")
    assert mapper(Request.blank("/v1/a"))["route"].name == "then"


def test_a_path_that_is_not_utf_8_is_an_error() -> None:
    mapper = IndexedRoutesMapper()
    with pytest.raises(URLDecodeError):
        mapper(Request.blank("/", environ={"PATH_INFO": "/\xff"}))

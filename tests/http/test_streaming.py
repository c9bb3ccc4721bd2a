"""Streamed answers leave row by row, and are never gathered."""

from __future__ import annotations

import pytest
import webob
from webtest import TestApp

from tests.support.small_service import site_views


def test_a_stream_is_sent_row_by_row_and_closed(site: TestApp) -> None:
    response = webob.Request.blank("/v1/rows?count=100000").get_response(site.app)
    assert response.content_length is None
    assert site_views.values == []  # nothing was made before somebody asked for it
    chunks = iter(response.app_iter)
    assert next(chunks) == b'[{"n":0}'
    assert len(site_views.values) < 10
    response.app_iter.close()
    assert site_views.values[-1] == "closed"


def test_a_stream_is_one_json_array(site: TestApp) -> None:
    for count in (0, 1, 2, 30_000):
        response = site.get(f"/v1/rows?count={count}")
        assert response.json == [{"n": n} for n in range(count)]
        assert site_views.values[-1] == "closed"


def test_an_invalid_row_aborts_the_stream(site: TestApp) -> None:
    with pytest.raises(RuntimeError, match="not valid"):
        site.get("/v1/rows?count=10&broken=4")
    assert site_views.values[-1] == "closed"


def test_head_of_a_stream_generates_no_rows(site: TestApp) -> None:
    assert site.head("/v1/rows?count=5").body == b""
    assert site_views.values == ["closed"]

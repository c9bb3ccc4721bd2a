"""Views of traps.yaml."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from pyramid.response import FileResponse, Response
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import api_view
from consent_app.errors import AppError
from consent_app.http.json_response import JsonResponse
from consent_app.http.request import Request
from consent_app.http.streaming import StreamedResponse, item_validator
from consent_app.openapi.json import dumps, timestamp
from consent_app.security.passwords import BusyError

# What the last request gave its view, with the types it gave it in.
values: list[Any] = []


def _plain(value: Any) -> Any:
    if isinstance(value, UUID):
        return str(value)
    return timestamp(value) if isinstance(value, datetime) else value


def _echo(request: Request) -> dict[str, Any]:
    validated = request.openapi_validated
    values[:] = [validated]
    return {
        "query": {name: _plain(value) for name, value in validated.parameters.query.items()},
        "path": {name: _plain(value) for name, value in validated.parameters.path.items()},
        "body": validated.body,
    }


@api_view("things", "GET", permission="public")
def list_things(request: Request) -> dict[str, Any]:
    return _echo(request)


@api_view("things", "POST", permission="public")
def make_thing(request: Request) -> dict[str, Any]:
    return _echo(request)


@api_view("thing", "GET", permission="public")
def get_thing(request: Request) -> dict[str, Any]:
    return _echo(request)


@api_view("thing", "DELETE", permission="public")
def delete_thing(request: Request) -> None:
    return None


@api_view("word", "GET", permission="public")
def get_word(request: Request) -> dict[str, Any]:
    return _echo(request)


@api_view("former", "GET", permission="public")
def get_former(request: Request) -> dict[str, Any]:
    return _echo(request)


@api_view("former", "POST", permission="public")
def post_former(request: Request) -> dict[str, Any]:
    return _echo(request)


@api_view("visitors", "GET", permission="public")
def get_visitors(request: Request) -> dict[str, Any]:
    return _echo(request)


@api_view("visitors", "POST", permission="public")
def post_visitors(request: Request) -> dict[str, Any]:
    enforce_rate_limit(request, "visitors", request.client_address)
    return {"address": request.client_address}


@api_view("script", "GET", permission="public")
def get_script(request: Request) -> Response:
    response = FileResponse(Path(__file__), request=request, content_type="text/javascript")
    response.headers["Cache-Control"] = "public, max-age=60"
    return response


@api_view("optional", "POST", permission="public")
def optional(request: Request) -> dict[str, Any]:
    return _echo(request)


@api_view("bodiless", "POST", permission="public")
def bodiless(request: Request) -> None:
    assert request.openapi_validated.body is None


class Teapot(AppError):
    """An error whose status no operation declares."""

    status = 418
    code = "teapot"
    title = "A teapot"
    default_detail = "Short and stout."


@api_view("notes", "POST", permission="public")
def make_note(request: Request) -> Any:
    words = request.openapi_validated.body["text"]
    request.db.execute(text("INSERT INTO notes (words) VALUES (:words)"), {"words": words})
    return _ANSWERS[request.openapi_validated.parameters.query.get("answer", "")](words)


def _raise(error: Exception) -> Any:
    raise error


def _stray_row() -> Iterator[bytes]:
    yield b'{"text":"streamed"}'


_ANSWERS: dict[str, Any] = {
    "": lambda words: {"text": words},
    "invalid": lambda words: {"text": 1, "secret": words},
    "too-long": lambda words: {"text": words * 10},
    "no-json": lambda words: {"text": UUID(int=1)},
    "plain": lambda words: Response(b'{"text":1}', content_type="application/json"),
    "plain-valid": lambda words: Response(b'{"text":"x"}', content_type="application/json"),
    "plain-broken": lambda words: Response(b'{"text":', content_type="application/json"),
    "type": lambda words: Response(b"<p>", content_type="text/html"),
    "nothing": lambda words: None,
    "status": lambda words: JsonResponse({"text": words}, status=202),
    "undeclared-error": lambda words: _raise(Teapot()),
    "header": lambda words: JsonResponse({"text": words}, headers={"X-Count": "0"}),
    "header-valid": lambda words: JsonResponse({"text": words}, headers={"X-Count": "7"}),
    "generator": lambda words: Response(
        app_iter=_stray_row(), headerlist=[("Content-Type", "application/json")]
    ),
    "crash": lambda words: _raise(KeyError(words)),
    "database": lambda words: _raise(OperationalError("SELECT 1", {"p": words}, Exception(words))),
    "pool": lambda words: _raise(PoolTimeoutError("waited")),
    "busy": lambda words: _raise(BusyError("queue")),
}


@api_view("ordinary", "POST", permission="public")
@api_view("direct", "POST", permission="public", direct=True)
def answer_words(request: Request) -> Any:
    words = request.openapi_validated.body["text"]
    return _ANSWERS[request.openapi_validated.parameters.query.get("answer", "")](words)


@api_view("outside", "POST", permission="public")
def outside(request: Request) -> None:
    values[:] = ["tm.active" in request.environ]
    try:
        assert request.db
    except RuntimeError as error:
        values.append(str(error))


@api_view("rows", "GET", permission="public")
def list_rows(request: Request) -> StreamedResponse:
    query = request.openapi_validated.parameters.query
    broken = query.get("broken")
    values.clear()

    def rows() -> Iterator[dict[str, Any]]:
        for n in range(query.get("count", 3)):
            values.append(n)
            yield {"n": str(n) if n == broken else n}

    chunks = _json_array(rows(), item_validator(request.operation))
    return StreamedResponse(
        chunks, content_type="application/json", close=lambda: values.append("closed")
    )


@api_view("secured", "POST", permission="panel:viewer")
def secured(request: Request) -> None:
    assert request.identity


def _json_array(rows: Iterator[Any], is_valid: Callable[[Any], bool]) -> Iterator[bytes]:
    start = b"["
    for row in rows:
        if not is_valid(row):
            raise RuntimeError("a streamed row is not valid")
        yield start + dumps(row)
        start = b","
    yield b"]" if start == b"," else b"[]"

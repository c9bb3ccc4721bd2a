"""Several hosts in a URL: which of them is tried first."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.engine import URL, make_url

from consent_app.db.engine import create_engine


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A machine that is away: it answers nobody who connects."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


def visits(listener: socket.socket) -> int:
    """Return how many connections have arrived since the last time."""
    count = 0
    try:
        while True:
            listener.accept()[0].close()
            count += 1
    except BlockingIOError:
        return count


def url_of(url: str, silent: socket.socket, **others: str) -> str:
    parsed = make_url(url)
    host, port = parsed.query.get("host") or parsed.host, parsed.query.get("port") or parsed.port
    hosts = {"host": f"127.0.0.1,{host}", "port": f"{silent.getsockname()[1]},{port or 5432}"}
    query = {**hosts, "connect_timeout": "2", **others}
    changed: URL = parsed.set(host=None, port=None, query=query)
    return changed.render_as_string(hide_password=False)


def connect_twice(engine: Engine, silent: socket.socket) -> list[int]:
    """Return how often the first host was tried for each of two connections."""
    tried = []
    with engine.connect() as first:
        first.execute(text("SELECT 1"))
        tried.append(visits(silent))
        with engine.connect() as second:
            second.execute(text("SELECT 1"))
            tried.append(visits(silent))
    return tried


def test_the_latest_primary_is_tried_first(
    url: str, engines: list[Engine], silent: socket.socket
) -> None:
    several = url_of(url, silent, target_session_attrs="read-write")
    engines.append(create_engine(several))
    assert connect_twice(engines[0], silent) == [1, 0]
    # Each engine finds out for itself.
    engines.append(create_engine(several))
    assert connect_twice(engines[1], silent) == [1, 0]


def test_the_order_stays_where_no_primary_is_looked_for(
    url: str, engines: list[Engine], silent: socket.socket
) -> None:
    engines.append(create_engine(url_of(url, silent, target_session_attrs="any")))
    assert connect_twice(engines[0], silent) == [1, 1]


def test_another_host_is_tried_when_the_latest_primary_goes(
    url: str, engines: list[Engine], tmp_path_factory: pytest.TempPathFactory
) -> None:
    parsed = make_url(url)
    folder = Path(str(parsed.query.get("host", "")))
    if not folder.is_absolute():
        pytest.skip("It needs a server with a socket: unset TEST_DATABASE_URL.")
    port = str(parsed.query.get("port") or parsed.port or 5432)
    name = f".s.PGSQL.{port}"
    one, two = (tmp_path_factory.mktemp(part) / name for part in ("one", "two"))
    hosts = {"host": f"{one.parent},{two.parent}", "port": f"{port},{port}"}
    several = parsed.set(host=None, port=None, query={**hosts, "target_session_attrs": "primary"})
    engines.append(create_engine(several.render_as_string(hide_password=False)))
    used = []
    for link, other in ((two, one), (one, two)):
        other.unlink(missing_ok=True)
        link.symlink_to(folder / name)
        engines[0].dispose()
        with engines[0].connect() as connection:
            driver: Any = connection.connection.driver_connection
            used.append(driver.info.host)
    assert used == [str(two.parent), str(one.parent)]

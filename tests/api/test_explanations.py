"""The time and memory that refusing a body takes: bounded for any body, after a former attack.

Times are CPU times of this process, compared within one run: how often a machine is interrupted
does not matter. The least of three rounds counts.
"""

from __future__ import annotations

import gc
import re
import secrets
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson
import pytest
from sqlalchemy import text
from webtest import TestApp

from consent_app.api.explanations import Library
from consent_app.application import Application
from consent_app.db.session import Database
from consent_app.openapi.json import JsonError, loads
from tests.support.factories import Panel, bearer, make_panel, make_site
from tests.support.forwarding import live_client
from tests.support.harness import Harness
from tests.support.live_server import LiveServer

TIMES = 10
"""The limit of a refusal's time, as a multiple of accepting a body of the same size."""
BODIES = 5
"""The limit of its memory, as a multiple of its bytes, besides what reading JSON takes."""
SPARE_BYTES = 512 * 1024

# What is validated does not know the database; and PostgreSQL has no one writer to wait for.
ON_SQLITE = pytest.mark.parametrize("dialect", ["sqlite"], indirect=True)

UUID = "01890a5d-ac96-774b-bcce-b302099a8057"


def filled(item: bytes, size: int) -> bytes:
    return b"[" + b",".join([item] * (size // (len(item) + 1))) + b"]"


FILLERS: dict[str, Callable[[int], bytes]] = {
    "wrong items": lambda size: filled(b"1", size),
    "spaced wrong items": lambda size: filled(b"1" + b" " * 40, size),
    "wrong objects": lambda size: filled(
        b'{"locale":1,"texts":[1],"id":2,"padding":"........"}', size
    ),
    "empty lists": lambda size: filled(b"[]", size),
    "duplicates": lambda size: filled(b'"' + UUID.encode() + b'"', size),
    "a huge string": lambda size: b'"' + b"a" * size + b'"',
    "spaces and a letter": lambda size: b'"' + b" " * size + b'a"',
    "a huge string beyond the BMP": lambda size: b'"' + "😀".encode() * (size // 4) + b'"',
    "unknown members": lambda size: (
        b"{" + b",".join(b'"unknown-member-of-it-%09d":1' % n for n in range(size // 36)) + b"}"
    ),
    "deep lists": lambda size: filled(b"[" * 30 + b"]" * 30, size),
    "separators in strings": lambda size: b'"' + b",[{:" * (size // 4) + b'"',
}


def operations(harness: Harness) -> Iterator[tuple[str, str, str, int, list[str]]]:
    """Give method, path, credential, limit and members of every operation with a body."""
    document = harness.wsgi.registry.api.document
    compiled = harness.wsgi.registry.api.operations
    for pattern, method, item, source in document.operations():
        operation = compiled[item["x-pyramid-route-name"], method.upper()]
        if operation.body is None:
            continue
        content = document.resolve(source["requestBody"])["content"]
        schema = document.resolve(content["application/json"]["schema"])
        credentials = [name for entry in source.get("security", []) for name in entry]
        path = pattern
        for parameter in operation.path:
            path = path.replace(f"{{{parameter.name}}}", UUID)
        members = list(schema.get("properties", {}))
        yield (
            method.upper(),
            path,
            credentials[0] if credentials else "",
            operation.body.max_bytes,
            members,
        )


def shape_of(harness: Harness, path: str, method: str, members: list[str]) -> bytes:
    """Return the schemas of the members of an operation's body."""
    document = harness.wsgi.registry.api.document
    for pattern, verb, _, source in document.operations():
        if verb.upper() == method and re.sub(r"\{\w+\}", UUID, pattern) == path:
            content = document.resolve(source["requestBody"])["content"]
            schema = document.resolve(content["application/json"]["schema"])
            parts = [document.resolve(schema["properties"][name]) for name in members]
            return orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)
    raise AssertionError(f"{method} {path}")


@contextmanager
def no_garbage_search() -> Iterator[None]:
    """Search for no garbage here: a search takes longer the more other tests have left here.

    Servers exempt what they start with (`gc.freeze`).
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def seconds(call: Callable[[], Any], rounds: int = 3) -> float:
    """Return the least CPU time of some calls in this thread."""
    fastest = float("inf")
    with no_garbage_search():
        for _ in range(rounds):
            began = time.thread_time()
            call()
            fastest = min(fastest, time.thread_time() - began)
    return fastest


class Attacker:
    """Sends bodies to operations with the credential that each asks for."""

    def __init__(self, app: TestApp, panel: Panel) -> None:
        self.app = app
        self._tokens = {
            "accessToken": panel.access_token,
            "accountToken": panel.person.account_token,
        }

    def send(self, method: str, path: str, credential: str, body: bytes) -> int:
        headers = {"If-Match": "*"}
        if credential in self._tokens:
            headers |= bearer(self._tokens[credential])
        answer = self.app.request(
            path, method=method, body=body, headers=headers, content_type="application/json",
            status="*",
        )  # fmt: skip
        if len(answer.body) > 16 * 1024:
            raise AssertionError(f"{method} {path} answers {len(answer.body)} bytes")
        status: int = answer.status_int
        return status


def bodies(limit: int, members: list[str]) -> Iterator[tuple[str, bytes]]:
    """Give bodies of nearly ``limit`` bytes that no schema allows."""
    room = max(256, limit - 256 - sum(len(name) + 4 for name in members))
    for name, filler in FILLERS.items():
        parts = [b'"%s":%s' % (m.encode(), filler(room // len(members))) for m in members]
        yield name, b"{" + b",".join(parts) + b"}"
        yield f"{name}, at the root", filler(room)


@pytest.fixture
def bare(harness: Harness, app: TestApp) -> TestApp:
    """The bare application: the checks of every answer would be measured too."""
    return TestApp(harness.wsgi, extra_environ=app.extra_environ)


@pytest.fixture
def attacker(app: TestApp, bare: TestApp, application: Application) -> Attacker:
    return Attacker(bare, make_panel(app, application.now()))


class Acceptance:
    """The time of accepting: the name of a group, and a byte of the default banner."""

    def __init__(self, small: Callable[[], Any], large: Callable[[], Any], size: int) -> None:
        self._accept_small, self._accept_large, self._size = small, large, size
        self._small = self._byte = 0.0
        self.measure()

    def measure(self) -> None:
        """Measure again. The machine may have become slower, and never seems faster than it is."""
        self._small = max(self._small, seconds(self._accept_small))
        self._byte = max(self._byte, seconds(self._accept_large) / self._size)

    def of(self, size: int) -> float:
        """Return the time of accepting a body of that size."""
        return max(self._small, self._byte * size)


@pytest.fixture
def acceptance(app: TestApp, bare: TestApp, application: Application) -> Acceptance:
    site = make_site(make_panel(app, application.now()))
    path = f"/v1/domains/{site.id}/banner"
    banner = site.panel.get(path).json["banner"]
    body = orjson.dumps(banner)
    headers = bearer(site.panel.access_token) | {"If-Match": "*"}

    def accept() -> None:
        bare.put(path, body, headers=headers, content_type="application/json", status=200)

    def accept_small() -> None:
        bare.patch_json("/v1/workspace", {"name": "A small one"}, headers=headers, status=200)

    return Acceptance(accept_small, accept, len(body))


@ON_SQLITE
def test_a_refusal_takes_at_most_ten_times_an_acceptance_of_the_same_size(
    harness: Harness, attacker: Attacker, acceptance: Acceptance
) -> None:
    results = []
    shapes = set()
    for method, path, credential, limit, members in operations(harness):
        # What a large body takes follows from the limit and from what its members may be.
        shape = limit, shape_of(harness, path, method, members)
        sizes = (1024,) if shape in shapes else (1024, 8 * 1024, limit)
        shapes.add(shape)
        for name, body in (item for size in sizes for item in bodies(size, members)):
            statuses: set[int] = set()

            def refuse(m=method, p=path, c=credential, b=body, s=statuses) -> None:  # type: ignore[no-untyped-def]
                s.add(attacker.send(m, p, c, b))

            allowed = TIMES * acceptance.of(len(body))
            duration = seconds(refuse, rounds=1)
            if duration > allowed:
                # What disturbed it once hardly does so five times; what slows everything down,
                # slows accepting down too.
                duration = seconds(refuse, rounds=5)
                acceptance.measure()
                allowed = TIMES * acceptance.of(len(body))
            if duration > allowed:
                results.append(
                    f"{method} {path} ({name}): {duration:.3f} s, {allowed:.3f} s allowed"
                )
            if max(statuses) >= 500:
                results.append(f"{method} {path} ({name}): {statuses}")
    assert results == []


@ON_SQLITE
def test_a_refusal_takes_no_more_memory_than_five_times_the_body(
    harness: Harness, attacker: Attacker
) -> None:
    results = []
    limits, shapes = set(), set()
    for method, path, credential, limit, members in operations(harness):
        # What is measured follows from the limit and from what one member may be.
        shape = limit, shape_of(harness, path, method, members)
        if limit in limits and (len(members) > 1 or shape in shapes):
            continue
        limits.add(limit)
        shapes.add(shape)
        for name, body in bodies(limit, members):
            reading, _ = peak(lambda body=body: parsed(body))  # type: ignore[misc]
            refusing, _ = peak(
                lambda: attacker.send(method, path, credential, body)  # noqa: B023
            )
            if refusing > reading + BODIES * len(body) + SPARE_BYTES:
                results.append(f"{method} {path} ({name}): {refusing / len(body):.1f} bodies")
    assert results == []


def test_a_value_that_was_read_takes_no_more_than_five_times_its_bytes() -> None:
    for name, body in bodies(1024 * 1024, ["locales"]):
        _, bytes_used = peak(lambda body=body: parsed(body))  # type: ignore[misc]
        assert bytes_used < BODIES * len(body) + SPARE_BYTES, name


def parsed(body: bytes) -> Any:
    try:
        return loads(body)
    except JsonError:
        return None


def peak(call: Callable[[], Any]) -> tuple[int, int]:
    """Return the most memory that a call had at once, and what its result holds."""
    tracemalloc.start()
    try:
        result = call()
        size, peak = tracemalloc.get_traced_memory()
        del result
        return peak, size
    finally:
        tracemalloc.stop()


def test_small_requests_are_explained_whole(attacker: Attacker, app: TestApp) -> None:
    body = {"locales": [1] * 20, "categories": "no"}
    headers = bearer(attacker._tokens["accessToken"]) | {"If-Match": "*"}
    path = f"/v1/domains/{UUID}/banner"
    errors = app.put_json(path, body, headers=headers, status=400).json["errors"]
    places = {error["pointer"] for error in errors}
    assert {"#/categories", "#/locales/0", "#/locales/19"} <= places


def test_a_large_request_gets_its_first_error_only(attacker: Attacker, app: TestApp) -> None:
    body = {"locales": [{"locale": "en", "padding": "." * 40}] * 2000, "controller": 1}
    headers = bearer(attacker._tokens["accessToken"]) | {"If-Match": "*"}
    path = f"/v1/domains/{UUID}/banner"
    errors = app.put_json(path, body, headers=headers, status=400).json["errors"]
    assert len(errors) == 1
    assert errors[0]["message"]


def test_the_gathering_library_never_sees_a_large_request(
    attacker: Attacker, harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = []
    explain = Library.request_errors
    monkeypatch.setattr(
        Library,
        "request_errors",
        lambda library, request: requests.append(request) or explain(library, request),
    )
    path = f"/v1/domains/{UUID}/banner"
    for size in (1, 100):
        assert (
            attacker.send("PUT", path, "accessToken", b'{"locales":%s}' % filled(b"1", size)) == 400
        )
    assert len(requests) == 2
    # A wrong parameter, whether the body is valid, wrong, or has more values than are read.
    path = f"/v1/domains/{UUID}/rules/{UUID}"
    for body in (
        b'{"model":"opt_in"%s}' % (b" " * 20_000),
        b'{"exempt":%s}' % filled(b"1", 2000),
        b'{"exempt":%s}' % filled(b"1", 20_000),
    ):
        assert attacker.send("PUT", path, "accessToken", body) == 400
    assert len(requests) == 2
    path = f"/v1/domains/{UUID}/banner"
    for size in (1000, 10_000, 100_000, 900_000):
        assert (
            attacker.send("PUT", path, "accessToken", b'{"locales":%s}' % filled(b"1", size)) == 400
        )
        assert attacker.send(
            "PUT", path, "accessToken", b'{"locales":"%s"}' % (b"a" * size * 17)
        ) in (
            400,
            413,
        )
    assert len(requests) == 2


@ON_SQLITE
def test_a_body_is_refused_while_another_writes(attacker: Attacker, harness: Harness) -> None:
    """No transaction that writes begins before the body was found valid."""
    database = Database(harness.application.settings.database_url)
    try:
        with database.transaction() as session:
            session.execute(text("UPDATE users SET name = name WHERE 1 = 0"))
            for method, path, credential, _, members in operations(harness):
                # An array has no members, so the type error is enough for a body that is an object.
                name = members[0] if members else "wrong"
                body = b'{"%s": {"wrong": [1]}}' % name.encode()
                # Who waited for the writer would be answered 503 in the end.
                status = attacker.send(method, path, credential, body)
                assert status == 400, (method, path)
    finally:
        database.dispose()


def test_visitors_are_answered_while_bodies_are_refused(live_server: LiveServer) -> None:
    """The former attack: megabytes of wrong items, continuously, by one signed-in person."""
    app = live_client(live_server.url, address())
    panel = make_panel(app, live_server.application.now())
    site = make_site(panel)
    body = b'{"locales":%s}' % filled(b"1" + b" " * 40, 900_000)
    bomb = b'{"locales":%s}' % filled(b"1", 900_000)
    path = f"/v1/domains/{site.id}/banner"
    statuses: list[int] = []
    over = threading.Event()

    def attack() -> None:
        attacker = Attacker(live_client(live_server.url, address()), panel)
        while not over.is_set():
            statuses.append(attacker.send("PUT", path, "accessToken", body))
            statuses.append(attacker.send("PUT", path, "accessToken", bomb))

    threads = [threading.Thread(target=attack) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        peak = 0
        for _ in range(10):
            before = len(statuses)
            site.decide(status=201)
            peak = max(peak, len(statuses) - before)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert statuses
    assert set(statuses) <= {400, 429}
    # On a slow machine too, a decision waits for a few refusals, not behind all of them.
    assert peak <= 40


def address() -> str:
    """Return an address that no other test comes from."""
    return f"2001:db8:{secrets.randbelow(65536):x}:{secrets.randbelow(65536):x}::1"

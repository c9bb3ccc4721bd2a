"""``python -m benchmarks.sign_in_load [--seconds N] [--database URL]``: requests during sign-ins.

Eight clients sign in without pause, each time with an Argon2id evaluation and a code. At the same
time, one client reads the feed and one records decisions. The 95th percentile of these two must
stay below three times its value without sign-ins; otherwise the exit status is 1. The database is
PostgreSQL if the tests can find one, or else SQLite.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

from webtest import TestApp

from benchmarks.__main__ import serving
from benchmarks.scenario import Scenario, make_application, make_scenario
from consent_app import make_app
from consent_app.accounts.service import NewUser, create_user
from consent_app.security import totp
from consent_app.sign_in.models import SecondFactor
from tests.support import factories, postgres
from tests.support.databases import Databases

CLIENTS = 8
USERS = 800
BAR = 3.0
PAUSE_SECONDS = 0.01


class Person:
    """A user who can sign in once in every time step."""

    def __init__(self, email: str, secret: str) -> None:
        self.email = email
        self.secret = secret


def make_people(scenario: Scenario) -> list[Person]:
    """Insert enrolled users who share one password, because creating them is not measured."""
    application = make_application(scenario.settings)
    hashed = application.passwords.hash(factories.PASSWORD)
    people = []
    with application.database.transaction() as session:
        for number in range(USERS):
            person = Person(f"person{number}@example.com", totp.new_secret())
            user = create_user(session, NewUser(person.email, hashed), application.now())
            session.add(
                SecondFactor(
                    user_id=user.id,
                    secret_sealed=application.encrypter("totp").encrypt(person.secret.encode()),
                    last_step=0,
                    backup_salt=bytes(16),
                    enrolled_at=application.now(),
                )
            )
            people.append(person)
    application.database.dispose()
    return people


def panel_of(scenario: Scenario) -> factories.Panel:
    """Return a signed-in panel whose workspace has a published domain."""
    application = make_application(scenario.settings)
    panel = factories.make_panel(TestApp(make_app(application)), application.now())
    factories.make_site(panel)
    application.database.dispose()
    return panel


def post(connection: http.client.HTTPConnection, path: str, body: object) -> dict[str, str]:
    """POST JSON and return the response; if the queue is full, retry after one second.

    Raises RuntimeError for any other status that is not a success.
    """
    headers = {"Content-Type": "application/json"}
    while True:
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        raw = answer.read()
        if answer.status != 503:
            break
        time.sleep(int(answer.headers["Retry-After"]))
    if answer.status >= 300:
        raise RuntimeError(f"{path}: {answer.status} {raw[:300]!r}")
    data: dict[str, str] = json.loads(raw)
    return data


def sign_in(port: int, people: list[Person], stop: threading.Event, durations: list[int]) -> None:
    """Sign people in, one after the other, until ``stop``."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for person in people:
        if stop.is_set():
            break
        login = {"email": person.email, "password": factories.PASSWORD}
        challenge = post(connection, "/v1/auth/account-login", login)["challengeToken"]
        code = totp.code_at(person.secret, datetime.now(UTC))
        body = {"challengeToken": challenge, "code": code}
        post(connection, "/v1/auth/2fa/verify", body)
        durations.append(1)
    connection.close()


def percentile(port: int, method: str, path: str, seconds: float, **how: object) -> float:
    """Return the 95th percentile of the response times, in milliseconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        started = time.perf_counter()
        connection.request(method, path, **how)  # type: ignore[arg-type]
        answer = connection.getresponse()
        answer.read()
        times.append((time.perf_counter() - started) * 1000)
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status}")
        time.sleep(PAUSE_SECONDS)
    connection.close()
    times.sort()
    return times[int(len(times) * 0.95)]


def both(port: int, scenario: Scenario, panel: factories.Panel, seconds: float) -> dict[str, float]:
    """Measure the two routes side by side."""
    values: dict[str, float] = {}
    recording = {
        "body": json.dumps(factories.accept_all()),
        "headers": {"Content-Type": "application/json", "Origin": scenario.origin},
    }
    calls = {
        "GET /v1/notifications": (
            "GET",
            "/v1/notifications",
            {"headers": factories.bearer(panel.access_token)},
        ),
        "recording a decision": (
            "POST",
            f"/v1/public/domains/{scenario.domain_id}/consents",
            recording,
        ),
    }

    def run(name: str) -> None:
        method, path, how = calls[name]
        values[name] = percentile(port, method, path, seconds, **how)

    threads = [threading.Thread(target=run, args=(name,)) for name in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return values


def main() -> int:
    """Measure without and with sign-ins, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--database", help="an empty database; by default SQLite")
    arguments = parser.parse_args()
    server = None if arguments.database else postgres.start()
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database
        if server is not None:
            database = Databases(Path(folder), server.url).empty("postgresql")
        scenario = make_scenario(Path(folder), database)
        people, panel = make_people(scenario), panel_of(scenario)
        scenario_file = Path(folder) / "scenario.json"
        scenario.save(scenario_file)
        with serving("whole", scenario_file, pin=False) as (_, (_, port)):
            both(port, scenario, panel, 1.0)
            idle = both(port, scenario, panel, arguments.seconds)
            stop, durations = threading.Event(), []
            share = USERS // CLIENTS
            clients = [
                threading.Thread(
                    target=sign_in,
                    args=(port, people[n * share : (n + 1) * share], stop, durations),
                )
                for n in range(CLIENTS)
            ]
            for client in clients:
                client.start()
            busy = both(port, scenario, panel, arguments.seconds)
            rate = len(durations) / arguments.seconds
            stop.set()
            for client in clients:
                client.join()
    if server is not None:
        server.stop()
    print(f"\n{CLIENTS} clients, {rate:.0f} sign-ins a second; 95th percentiles in ms")
    print(f"  {'':28}{'idle':>9}{'busy':>9}{'ratio':>8}")
    met = True
    for name, quiet in idle.items():
        ratio = busy[name] / quiet
        met &= ratio < BAR
        verdict = "met" if ratio < BAR else "MISSED"
        print(f"  {name:28}{quiet:9.2f}{busy[name]:9.2f}{ratio:8.2f}  bar {BAR}: {verdict}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())

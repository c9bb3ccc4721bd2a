"""``python -m tests.races [--rounds N] [--at-once N]``: every race over a one-time credential.

A round makes a credential and has it redeemed over the whole application by so many at once:
exactly one succeeds, the others are refused, and PostgreSQL has no deadlock to break. On SQLite and
PostgreSQL. What is raced is no password, so that thousands of people are made with the cheapest
hashes there are. Exits with 1 at the first round that is otherwise.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any
from uuid import UUID

from webtest import TestApp

from consent_app import make_app
from consent_app.accounts.service import email_key
from consent_app.composition import build_application
from consent_app.context import Context
from consent_app.db.ids import new_id
from consent_app.security import passwords, totp
from consent_app.security.passwords import Capacity, Cost, Passwords
from consent_app.security.tokens import new_token
from consent_app.sessions.models import Purpose
from consent_app.sessions.token_queries import issue_token
from consent_app.sign_in.challenges import begin_challenge
from consent_app.workspaces.models import Invitation
from tests.support import postgres
from tests.support.databases import Databases
from tests.support.factories import PASSWORD, Panel, Person, bearer, make_panel, make_person, unique
from tests.support.harness import Harness, make_settings


@dataclass
class Race:
    """What all send at once: a path, and a body for each number. One gets ``success``."""

    path: str
    body: Callable[[int], dict[str, Any]]
    success: int = 200
    refused: frozenset[int] = frozenset({401})
    headers: dict[str, str] = field(default_factory=dict)


class Maker:
    """Makes what is raced for, by the services themselves."""

    def __init__(self, harness: Harness, at_once: int) -> None:
        self.harness, self.at_once = harness, at_once
        self.client: TestApp = harness.client()

    def person(self) -> Person:
        return make_person(self.client, self.harness.application.now())

    def panel(self) -> Panel:
        return make_panel(self.client, self.harness.application.now())

    def token(self, purpose: Purpose, person: Person) -> str:
        """Issue a token of a purpose for a person whose address is not verified."""
        application = self.harness.application
        with application.database.transaction() as session:
            return issue_token(session, purpose, UUID(person.user_id), application.now())

    def challenge(self, person: Person) -> str:
        """Begin a sign-in whose password was right."""
        with Context(self.harness.application).transaction() as ctx:
            return begin_challenge(ctx, UUID(person.user_id)).token

    def code(self, person: Person) -> str:
        """Return a code that this person has not used."""
        last = int(self.harness.application.now().timestamp()) // totp.STEP_SECONDS
        following = datetime.fromtimestamp((last + 1) * totp.STEP_SECONDS, UTC)
        return totp.code_at(person.secret, following)


def challenge(make: Maker) -> Race:
    person = make.person()
    body = {"challengeToken": make.challenge(person), "code": make.code(person)}
    return Race("/v1/auth/2fa/verify", lambda _: body)


def code_on_many_challenges(make: Maker) -> Race:
    person = make.person()
    code, challenges = make.code(person), [make.challenge(person) for _ in range(make.at_once)]
    return Race("/v1/auth/2fa/verify", lambda n: {"challengeToken": challenges[n], "code": code})


def backup_code(make: Maker) -> Race:
    person = make.person()
    code, challenges = person.backup_codes[0], [make.challenge(person) for _ in range(make.at_once)]
    return Race("/v1/auth/2fa/verify", lambda n: {"challengeToken": challenges[n], "code": code})


def enrolment(make: Maker) -> Race:
    email = f"{unique('ada')}@example.com"
    registration = {"email": email, "password": PASSWORD}
    token = make.client.post_json("/v1/auth/register", registration).json["challengeToken"]
    body = {"challengeToken": token}
    secret = make.client.post_json("/v1/auth/2fa/setup", body).json["secret"]
    body["code"] = totp.code_at(secret, make.harness.application.now())
    return Race("/v1/auth/2fa/setup/confirm", lambda _: body)


def handoff(make: Maker) -> Race:
    panel = make.panel()
    slug = panel.organization["slug"]
    body = {"code": panel.post("/v1/auth/handoff", {"orgSlug": slug}).json["code"]}
    return Race("/v1/auth/handoff/exchange", lambda _: body)


def account_handoff(make: Maker) -> Race:
    body = {"code": make.panel().post("/v1/auth/account-handoff").json["code"]}
    return Race("/v1/auth/account-handoff/exchange", lambda _: body)


def refresh(make: Maker) -> Race:
    body = {"refreshToken": make.panel().refresh_token}
    return Race("/v1/auth/refresh", lambda _: body)


def reset(make: Maker) -> Race:
    token = make.token(Purpose.RESET_PASSWORD, make.person())
    return Race(
        "/v1/auth/password-reset/confirm",
        lambda n: {"token": token, "password": f"password number {n}"},
        success=204,
        refused=frozenset({400}),
    )


def verification(make: Maker) -> Race:
    body = {"token": make.token(Purpose.VERIFY_EMAIL, make.person())}
    return Race("/v1/auth/email/verify", lambda _: body, refused=frozenset({400}))


def invitation(make: Maker) -> Race:
    panel, application = make.panel(), make.harness.application
    secret, email, now = new_token(), f"{unique('eve')}@example.com", application.now()
    invited = Invitation(
        id=new_id(),
        workspace_id=UUID(panel.organization["id"]),
        email=email,
        email_key=email_key(email),
        role="viewer",
        secret_hash=secret.digest,
        invited_by=UUID(panel.person.user_id),
        created_at=now,
        expires_at=now + timedelta(days=7),
    )
    with application.database.transaction() as session:
        session.add(invited)
    body = {"token": f"{invited.id}.{secret.text}", "name": "Eve Adams", "password": PASSWORD}
    return Race("/v1/auth/invite/accept", lambda _: body, refused=frozenset({400}))


def demo(make: Maker) -> Race:
    headers = bearer(make.person().account_token)
    return Race("/v1/billing/demo", lambda _: {}, 201, frozenset({409}), headers)


def registration(make: Maker) -> Race:
    body = {"email": f"{unique('ada')}@example.com", "password": PASSWORD}
    return Race("/v1/auth/register", lambda _: body, 201, frozenset({409}))


def replaced_backup_codes(make: Maker) -> Race:
    person = make.person()
    body, headers = {"code": make.code(person)}, bearer(person.account_token)
    return Race("/v1/account/backup-codes", lambda _: body, headers=headers)


def deleted_account(make: Maker) -> Race:
    person = make.person()
    body = {"password": PASSWORD, "code": person.backup_codes[0]}
    return Race("/v1/account/delete", lambda _: body, 204, headers=bearer(person.account_token))


def changed_password(make: Maker) -> Race:
    person = make.person()
    return Race(
        "/v1/account/password",
        lambda n: {"currentPassword": PASSWORD, "newPassword": f"another horse {n}"},
        204,
        headers=bearer(person.account_token),
    )


RACES: dict[str, Callable[[Maker], Race]] = {
    item.__name__.replace("_", " "): item
    for item in (
        challenge,
        code_on_many_challenges,
        backup_code,
        enrolment,
        handoff,
        account_handoff,
        refresh,
        reset,
        verification,
        invitation,
        demo,
        registration,
        replaced_backup_codes,
        deleted_account,
        changed_password,
    )
}


class RaceLostError(AssertionError):
    """A round in which not exactly one succeeded."""


def run(make: Maker, race: Race, pool: ThreadPoolExecutor) -> None:
    """Send all at once. Raises RaceLostError."""
    start = Barrier(make.at_once)

    def send(number: int) -> int:
        client = make.harness.client()
        start.wait()
        response = client.post_json(
            race.path, race.body(number), headers=race.headers, expect_errors=True
        )
        return int(response.status_int)

    statuses = Counter(pool.map(send, range(make.at_once)))
    if statuses[race.success] != 1 or set(statuses) - {race.success} - race.refused:
        raise RaceLostError(f"{race.path}: {dict(statuses)}")


@contextmanager
def harnesses(folder: Path) -> Iterator[dict[str, tuple[Harness, Callable[[], list[str]]]]]:
    """Yield a harness for each kind of database, and a function that returns its deadlocks."""
    server = postgres.start()
    databases = Databases(folder, server.url if server else None)
    harness_pair = {}
    for dialect in ("sqlite", "postgresql"):
        if databases.has(dialect):
            settings = make_settings(databases.fresh(dialect), folder / dialect)
            application = build_application(settings)
            application.passwords = Passwords(Cost(1, 8192), Capacity(concurrent=4))
            deadlocks = server.deadlocks if server and dialect == "postgresql" else list
            app = make_app(application)
            # Everybody comes from one address here.
            limits = app.registry.api.rate_limits
            for name, policy in list(limits.policies.items()):
                limits.add(name, 10**9, per_seconds=policy.get_expiry())
            harness_pair[dialect] = (Harness(application, app), deadlocks)
    try:
        yield harness_pair
    finally:
        for harness, _ in harness_pair.values():
            harness.application.database.dispose()
        if server is not None:
            server.stop()


def main() -> int:
    """Run all rounds and print the results."""
    parser = argparse.ArgumentParser(prog="python -m tests.races", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=3)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--race", action="append", choices=list(RACES), help="by default each")
    arguments = parser.parse_args()
    # Its threads would wait for everything else on a busy machine.
    passwords.NICENESS = 0
    # What is raced is no disk either.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with (
        tempfile.TemporaryDirectory(dir=memory) as folder,
        harnesses(Path(folder)) as harness_pair,
        ThreadPoolExecutor(arguments.at_once) as pool,
    ):
        for dialect, (harness, deadlocks) in harness_pair.items():
            if arguments.only not in (None, dialect):
                continue
            make = Maker(harness, arguments.at_once)
            for name in arguments.race or RACES:
                prepare, started_at = RACES[name], time.monotonic()
                for number in range(arguments.rounds):
                    try:
                        run(make, prepare(make), pool)
                    except RaceLostError as error:
                        print(f"{dialect}, {name}, round {number + 1}: {error}")
                        return 1
                if result := deadlocks():
                    print(f"{dialect}, {name}: {len(result)} deadlocks\n{result[0]}")
                    return 1
                seconds = time.monotonic() - started_at
                print(f"{dialect}, {name}: {arguments.rounds} rounds, {seconds:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The data that the servers serve: a migrated database with a domain, its receipts and a key."""

from __future__ import annotations

import itertools
import json
import random
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from webtest import TestApp

from consent_app import make_app
from consent_app.application import Application
from consent_app.composition import build_application
from consent_app.migrations.migrate import upgrade
from consent_app.settings import new_secret_key, read_settings
from tests.support import factories

RECEIPTS = 300
SYSTEMS = (
    "Windows NT 10.0; Win64; x64",
    "Macintosh; Intel Mac OS X 10_15_7",
    "X11; Linux x86_64",
    "Linux; Android 14; Pixel 8",
)


@dataclass
class Scenario:
    """The addresses and credentials of the two routes, and the settings of the servers."""

    settings: dict[str, str]
    domain_id: str
    origin: str
    key: str

    def recording(self) -> bytes:
        """Return the request that records a decision."""
        body = json.dumps(factories.accept_all() | {"surface": "first_layer"}).encode()
        return (
            f"POST /v1/public/domains/{self.domain_id}/consents HTTP/1.1\r\n"
            f"Host: localhost\r\nOrigin: {self.origin}\r\n"
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body

    def visitors(self) -> Iterator[bytes]:
        """Yield requests that record decisions of different visitors, forever.

        They have 50,000 addresses and 240 user agents. A third have a unique ``Idempotency-Key``,
        and four in ten refuse. They are created in advance, so that sending one takes almost no
        time.
        """
        chance = random.Random(16)
        decisions = [self._decision(chance) for _ in range(50_000)]
        run = uuid.uuid4().hex[:20]
        for number in itertools.count():
            line, remainder = decisions[number % len(decisions)]
            if number % 3:
                yield line + remainder
            else:
                key = str(uuid.UUID(f"{run}{number:012x}"))
                yield line + b"Idempotency-Key: " + key.encode() + b"\r\n" + remainder

    def _decision(self, chance: random.Random) -> tuple[bytes, bytes]:
        refused = {"action": "reject_all", "analytics": False, "marketing": False}
        decision = factories.accept_all() | {"surface": "first_layer"}
        if chance.random() < 0.4:
            decision |= refused | {"preferences": False}
        body = json.dumps(decision).encode()
        v4 = f"93.184.{chance.randrange(256)}.{chance.randrange(1, 255)}"
        v6 = f"2001:db8:{chance.randrange(1 << 16):x}:{chance.randrange(1 << 16):x}::1"
        system = chance.choice(SYSTEMS)
        browser = chance.choice(("Chrome/{}.0 Safari/537.36", "Firefox/{}.0"))
        agent = f"Mozilla/5.0 ({system}) {browser.format(chance.randrange(110, 140))}"
        line = f"POST /v1/public/domains/{self.domain_id}/consents HTTP/1.1\r\n"
        headers = (
            f"Host: localhost\r\nOrigin: {self.origin}\r\nUser-Agent: {agent}\r\n"
            f"X-Forwarded-For: {v4 if chance.random() < 0.6 else v6}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return line.encode(), headers.encode() + body

    def reading(self) -> bytes:
        """Return the request that reads a page of 100 receipts."""
        return (
            "GET /v1/api/consent-events?limit=100 HTTP/1.1\r\n"
            f"Host: localhost\r\nAuthorization: Bearer {self.key}\r\n\r\n"
        ).encode()

    def refused(self) -> bytes:
        """Return a request that is refused because it has no key."""
        return (
            b"GET /v1/api/consent-events?limit=100 HTTP/1.1\r\n"
            b"Host: localhost\r\nAuthorization: Bearer none\r\n\r\n"
        )

    def banner(self) -> bytes:
        """Return the request that reads the published banner."""
        return (
            f"GET /v1/public/domains/{self.domain_id}/banner?locale=de HTTP/1.1\r\n"
            f"Host: localhost\r\nOrigin: {self.origin}\r\n\r\n"
        ).encode()

    def impression(self) -> bytes:
        """Return the request that counts one impression."""
        return (
            f"POST /v1/public/domains/{self.domain_id}/impressions HTTP/1.1\r\n"
            f"Host: localhost\r\nOrigin: {self.origin}\r\nContent-Length: 0\r\n\r\n"
        ).encode()

    def save(self, path: Path) -> None:
        """Write it to a file that a server's process reads."""
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def load(cls, path: Path) -> Scenario:
        """Read a file that ``save`` wrote."""
        return cls(**json.loads(path.read_text()))


def make_settings(folder: Path, database_url: str) -> dict[str, str]:
    """Return settings with new keys, for files in ``folder``."""
    return {
        # Development's limits are ten times production's; the servers raise them further.
        "environment": "development",
        "database_url": database_url,
        "var_dir": str(folder),
        "secret_keys": new_secret_key(),
    }


def make_application(settings: dict[str, str]) -> Application:
    """Build the application of a benchmark's process."""
    return build_application(read_settings({f"consent.{k}": v for k, v in settings.items()}, {}))


def make_scenario(folder: Path, database_url: str | None) -> Scenario:
    """Migrate a database in ``folder``, or the empty one given, and fill it over HTTP."""
    url = database_url or f"sqlite:///{folder}/bench.sqlite"
    settings = make_settings(folder, url)
    upgrade(url)
    application = make_application(settings)
    app = TestApp(make_app(application))
    panel = factories.make_panel(app, application.now())
    site = factories.make_site(panel)
    for _ in range(RECEIPTS):
        site.decide()
    application.database.dispose()
    return Scenario(settings, site.id, site.origin, site.key)

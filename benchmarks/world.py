"""What the servers serve: a migrated database with one domain, its receipts and a key."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from webtest import TestApp

from consent_app import make_app
from consent_app.application import Application
from consent_app.composition import build_application
from consent_app.migrations.migrate import upgrade
from consent_app.settings import new_secret_key, read_settings
from tests import factories

RECEIPTS = 300


@dataclass
class World:
    """How to call the two routes, and the settings of the servers that answer."""

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

    def reading(self) -> bytes:
        """Return the request that reads a page of 100 receipts."""
        return (
            "GET /v1/api/consent-events?limit=100 HTTP/1.1\r\n"
            f"Host: localhost\r\nAuthorization: Bearer {self.key}\r\n\r\n"
        ).encode()

    def save(self, path: Path) -> None:
        """Write it to a file that a server's process reads."""
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def load(cls, path: Path) -> World:
        """Read what ``save`` wrote."""
        return cls(**json.loads(path.read_text()))


def make_application(settings: dict[str, str]) -> Application:
    """Build the application of a benchmark's process."""
    return build_application(read_settings({f"consent.{k}": v for k, v in settings.items()}, {}))


def make_world(folder: Path, database_url: str | None) -> World:
    """Migrate a database in ``folder``, or the empty one given, and fill it over HTTP."""
    url = database_url or f"sqlite:///{folder}/bench.sqlite"
    settings = {
        # Development's limits, ten times production's, and lifted further by the servers.
        "environment": "development",
        "database_url": url,
        "var_dir": str(folder),
        "secret_keys": new_secret_key(),
    }
    upgrade(url)
    application = make_application(settings)
    app = TestApp(make_app(application))
    panel = factories.make_panel(app, application.now())
    site = factories.make_site(panel)
    for _ in range(RECEIPTS):
        site.decide()
    application.database.dispose()
    return World(settings, site.id, site.origin, site.key)

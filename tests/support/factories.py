"""Making users, workspaces, domains and receipts as their owners do."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from webtest import TestApp, TestResponse

from consent_app.context import ClientInfo
from consent_app.security import totp
from tests.support import fast_factories

PASSWORD = "correct horse battery"


def unique(prefix: str = "x") -> str:
    """Return a word that no other test has."""
    return f"{prefix}{secrets.token_hex(6)}"


def bearer(token: str) -> dict[str, str]:
    """Return the header that carries ``token``."""
    return {"Authorization": f"Bearer {token}"}


@dataclass
class Person:
    """A registered user with an enrolled authenticator, as the client of the API knows it."""

    email: str
    password: str
    secret: str
    backup_codes: list[str]
    account_token: str
    user_id: str

    def code(self, now: datetime) -> str:
        """Return the authenticator's code at ``now``."""
        return totp.code_at(self.secret, now)


@dataclass
class Panel:
    """A person signed in to a workspace."""

    app: TestApp
    person: Person
    access_token: str
    refresh_token: str
    organization: dict[str, str]

    def renew(self) -> None:
        """Renew the tokens, such as after moving the clock: an access token lasts 15 minutes."""
        body = {"refreshToken": self.refresh_token}
        pair = self.app.post_json("/v1/auth/refresh", body, status=200).json
        self.access_token, self.refresh_token = pair["accessToken"], pair["refreshToken"]

    def get(self, path: str, **kw: Any) -> TestResponse:
        """GET with the access token."""
        return self.app.get(path, headers=bearer(self.access_token), **kw)

    def post(self, path: str, body: Any = None, **kw: Any) -> TestResponse:
        """POST JSON with the access token; without ``body`` an empty one."""
        headers = bearer(self.access_token)
        if body is None:
            return self.app.post(path, headers=headers, **kw)
        return self.app.post_json(path, body, headers=headers, **kw)

    def patch(self, path: str, body: Any, **kw: Any) -> TestResponse:
        """PATCH JSON with the access token."""
        return self.app.patch_json(path, body, headers=bearer(self.access_token), **kw)

    def delete(self, path: str, **kw: Any) -> TestResponse:
        """DELETE with the access token."""
        return self.app.delete(path, headers=bearer(self.access_token), **kw)

    def put(self, path: str, body: Any, *, if_match: str | None = None, **kw: Any) -> TestResponse:
        """PUT JSON with the access token, over what ``if_match`` names."""
        condition = {"If-Match": if_match} if if_match is not None else {}
        return self.app.put_json(path, body, headers=bearer(self.access_token) | condition, **kw)


@dataclass
class Site:
    """A domain with a published banner, and a key that reads its receipts."""

    panel: Panel
    id: str
    hostname: str
    key: str
    version: int = 1

    @property
    def origin(self) -> str:
        """An origin of the domain."""
        return f"https://{self.hostname}"

    def decide(self, *, origin: str | None = None, **changes: Any) -> TestResponse:
        """POST a decision, by default to accept everything, from the domain's origin.

        ``headers``, ``status`` and ``remote_addr`` are passed on; the rest changes the body, where
        None removes a member.
        """
        headers = {"Origin": origin or self.origin, **changes.pop("headers", {})}
        status = changes.pop("status", 201)
        environ = {"REMOTE_ADDR": changes.pop("remote_addr")} if "remote_addr" in changes else None
        body = {**accept_all(self.version), **changes}
        return self.panel.app.post_json(
            f"/v1/public/domains/{self.id}/consents",
            {name: value for name, value in body.items() if value is not None},
            headers=headers,
            status=status,
            extra_environ=environ,
        )

    def receipts(self, **query: Any) -> list[dict[str, Any]]:
        """Return what the read API lists with the key."""
        app = self.panel.app
        listed: list[dict[str, Any]] = app.get(
            "/v1/api/consent-events", query, headers=bearer(self.key)
        ).json
        return listed


def accept_all(version: int = 1) -> dict[str, Any]:
    """Return the body of a decision to accept everything."""
    return {
        "action": "accept_all",
        "source": "banner",
        "analytics": True,
        "marketing": True,
        "preferences": True,
        "bannerVersion": version,
        "bannerLocale": "en",
    }


def register(app: TestApp, **changes: Any) -> tuple[str, str]:
    """Register a user; return the address and the set-up challenge."""
    email = changes.pop("email", f"{unique('ada')}@example.com")
    body = {"email": email, "password": PASSWORD, "name": "Ada Lovelace", **changes}
    answer = app.post_json("/v1/auth/register", body, status=201).json
    assert answer["twoFactorSetupRequired"] is True
    return email, answer["challengeToken"]


def enrol(app: TestApp, email: str, challenge: str, now: datetime) -> Person:
    """Enrol an authenticator with a set-up challenge of an account session."""
    body = {"challengeToken": challenge}
    secret = app.post_json("/v1/auth/2fa/setup", body, status=200).json["secret"]
    code = totp.code_at(secret, now)
    answer = app.post_json("/v1/auth/2fa/setup/confirm", {**body, "code": code}, status=200).json
    return Person(
        email=email,
        password=PASSWORD,
        secret=secret,
        backup_codes=answer["backupCodes"],
        account_token=answer["accountToken"],
        user_id=answer["user"]["id"],
    )


def make_person(app: TestApp, now: datetime, **changes: Any) -> Person:
    """Make a user with an authenticator, directly where the client's harness is in this process."""
    application = getattr(app, "application", None)
    if application is not None:
        person = fast_factories.make_person(
            application, now, _source(app), **_registration(changes)
        )
        return Person(**person)
    email, challenge = register(app, **changes)
    return enrol(app, email, challenge, now)


def make_panel(app: TestApp, now: datetime, **changes: Any) -> Panel:
    """Make a person with a demo workspace, signed in to it."""
    person = make_person(app, now, organizationName=unique("Works "), **changes)
    application = getattr(app, "application", None)
    if application is not None:
        session = fast_factories.make_workspace(application, _source(app), person.account_token)
    else:
        token = bearer(person.account_token)
        demo = app.post_json("/v1/billing/demo", {}, headers=token, status=201).json
        code = {"code": demo["handoff"]["code"]}
        session = app.post_json("/v1/auth/handoff/exchange", code, status=200).json
    return Panel(
        app=app,
        person=person,
        access_token=session["accessToken"],
        refresh_token=session["refreshToken"],
        organization=session["organization"],
    )


def _source(app: TestApp) -> ClientInfo:
    return fast_factories.source_of(app.extra_environ["REMOTE_ADDR"])


def _registration(changes: dict[str, Any]) -> dict[str, Any]:
    names = {"organizationName": "organization_name"}
    body = {"email": f"{unique('ada')}@example.com", "password": PASSWORD, "name": "Ada Lovelace"}
    return {names.get(name, name): value for name, value in {**body, **changes}.items()}


def make_key(panel: Panel, **changes: Any) -> str:
    """Make an API key of the panel's workspace and return its text."""
    body = {"name": "Tests", **changes}
    key: str = panel.post("/v1/api-keys", body, status=201).json["key"]
    return key


def make_site(
    panel: Panel, hostname: str | None = None, *, key: str | None = None, **changes: Any
) -> Site:
    """Add a domain and publish its banner. ``key`` reads its receipts, by default a new one."""
    hostname = hostname or f"{unique('shop')}.com"
    application = getattr(panel.app, "application", None)
    if application is not None and not changes:
        source = _source(panel.app)
        made = fast_factories.make_site(application, source, panel.access_token, hostname, key)
        return Site(panel, **made)
    domain = panel.post("/v1/domains", {"hostname": hostname, **changes}, status=201).json
    panel.post(f"/v1/domains/{domain['id']}/banner/publish", status=200)
    return Site(panel, domain["id"], domain["hostname"], key or make_key(panel))

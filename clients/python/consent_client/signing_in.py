"""Registration and sign-in: the password, then a code that a callback of yours asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from consent_client.generated import AuthenticatedClient
from consent_client.http import open_client
from consent_client.tokens import MemoryStore, RotatingAuth, Store, Tokens


@dataclass(frozen=True)
class Prompt:
    """What the person needs to find the code.

    On enrolment ``secret``, ``otpauth_url`` and ``qr_code`` (a ``data:`` URL) are to be shown, so
    that an authenticator takes them in; on a sign-in they are None.
    """

    email: str
    secret: str | None = None
    otpauth_url: str | None = None
    qr_code: str | None = None


Code = Callable[[Prompt], str]
"""Asks the person for six digits of the authenticator, or for a backup code."""


@dataclass
class Workspace:
    """A session in one workspace. ``api`` renews its token by itself, for all threads once."""

    base_url: str
    store: Store = field(repr=False)
    slug: str | None = None
    backup_codes: list[str] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.auth = RotatingAuth(self.base_url, self.store)
        self.api: AuthenticatedClient = open_client(self.base_url, auth=self.auth)

    def close(self) -> None:
        """Close the connections."""
        self.api.get_httpx_client().close()

    def sign_out(self) -> None:
        """End the session, here and at the service."""
        with self.store.lock():
            tokens = self.store.load()
            self.store.save(None)
        if tokens is not None:
            _post(self.base_url, "/v1/auth/logout", {"refreshToken": tokens.refresh_token})


@dataclass
class Account:
    """A person signed in without a workspace. ``backup_codes`` are shown after enrolment, once."""

    base_url: str
    token: str = field(repr=False)
    backup_codes: list[str] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.api: AuthenticatedClient = open_client(self.base_url, token=self.token)

    def close(self) -> None:
        """Close the connections."""
        self.api.get_httpx_client().close()

    def start_demo(self, *, store: Store | None = None) -> Workspace:
        """Start a demo workspace and sign in to it."""
        answer = self.api.get_httpx_client().post("/v1/billing/demo", json={}).json()
        return exchange(self.base_url, answer["handoff"]["code"], store=store)


def register(
    base_url: str,
    *,
    email: str,
    password: str,
    code: Code,
    name: str | None = None,
    organization_name: str | None = None,
) -> Account:
    """Register and enrol the second factor. Raises ApiError (Conflict: the address is taken)."""
    body = {"email": email, "password": password}
    body |= {"name": name} if name else {}
    body |= {"organizationName": organization_name} if organization_name else {}
    answer = _finish(base_url, email, _post(base_url, "/v1/auth/register", body), code)
    return Account(base_url, answer["accountToken"], answer.get("backupCodes", []))


def sign_in(
    base_url: str,
    *,
    email: str,
    password: str,
    code: Code,
    workspace: str | None = None,
    store: Store | None = None,
) -> Workspace | Account:
    """Sign in to the workspace with this slug or, without one, to the account.

    Asks ``code`` for a code; enrols the second factor where there is none. ``store`` keeps the
    tokens of a workspace (by default in memory). Raises ApiError.
    """
    body = {"email": email, "password": password}
    if workspace is None:
        challenge = _post(base_url, "/v1/auth/account-login", body)
        answer = _finish(base_url, email, challenge, code)
        return Account(base_url, answer["accountToken"], answer.get("backupCodes", []))
    challenge = _post(base_url, "/v1/auth/login", {**body, "orgSlug": workspace})
    return _session(base_url, _finish(base_url, email, challenge, code), store)


def exchange(base_url: str, code: str, *, store: Store | None = None) -> Workspace:
    """Redeem a hand-off code for a session in its workspace. It works once, within a minute."""
    return _session(base_url, _post(base_url, "/v1/auth/handoff/exchange", {"code": code}), store)


def _finish(base_url: str, email: str, challenge: dict[str, Any], code: Code) -> dict[str, Any]:
    token = {"challengeToken": challenge["challengeToken"]}
    if "twoFactorSetupRequired" not in challenge:
        return _post(base_url, "/v1/auth/2fa/verify", {**token, "code": code(Prompt(email))})
    shown = _post(base_url, "/v1/auth/2fa/setup", token)
    prompt = Prompt(email, shown["secret"], shown["otpauthUrl"], shown["qrCodeDataUrl"])
    return _post(base_url, "/v1/auth/2fa/setup/confirm", {**token, "code": code(prompt)})


def _session(base_url: str, answer: dict[str, Any], store: Store | None) -> Workspace:
    store = store or MemoryStore()
    with store.lock():
        store.save(Tokens(answer["accessToken"], answer["refreshToken"]))
    slug = answer["organization"]["slug"]
    return Workspace(base_url, store, slug, answer.get("backupCodes", []))


def _post(base_url: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    with open_client(base_url) as client:
        response = client.get_httpx_client().post(path, json=body)
        return dict(response.json()) if response.content else {}

"""The steps of signing in, without sending them. Both the synchronous and the asynchronous client
run them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from consent_client.errors import Unauthenticated
from consent_client.tokens import Tokens


@dataclass(frozen=True)
class Prompt:
    """What a person needs to enter a code.

    When the second factor is set up, show ``secret``, ``otpauth_url`` or ``qr_code`` (a ``data:``
    URL), so that the person can add it to an authenticator. Later they are None. ``attempt`` is
    greater than 1 if the previous code was wrong.
    """

    email: str
    secret: str | None = None
    otpauth_url: str | None = None
    qr_code: str | None = None
    attempt: int = 1


@dataclass(frozen=True)
class Call:
    """A POST request with a JSON body."""

    path: str
    body: dict[str, Any]


@dataclass(frozen=True)
class NewPerson:
    """The data of a registration."""

    email: str
    password: str
    name: str | None = None
    organization_name: str | None = None


@dataclass(frozen=True)
class OpenedAccount:
    """A session without a workspace."""

    token: str
    backup_codes: list[str]


@dataclass(frozen=True)
class OpenedWorkspace:
    """A session in a workspace."""

    tokens: Tokens
    slug: str
    backup_codes: list[str]


Step = Call | Prompt
Answers = Generator[Step, Any, dict[str, Any]]


def register(person: NewPerson) -> Generator[Step, Any, OpenedAccount]:
    """Register and set up the second factor."""
    body = {"email": person.email, "password": person.password}
    body |= {"name": person.name} if person.name else {}
    body |= {"organizationName": person.organization_name} if person.organization_name else {}
    challenge = yield Call("/v1/auth/register", body)
    return _account((yield from _finish(person.email, challenge)))


def sign_in_to_account(email: str, password: str) -> Generator[Step, Any, OpenedAccount]:
    """Sign in without a workspace."""
    body = {"email": email, "password": password}
    challenge = yield Call("/v1/auth/account-login", body)
    return _account((yield from _finish(email, challenge)))


def sign_in_to_workspace(
    email: str, password: str, slug: str
) -> Generator[Step, Any, OpenedWorkspace]:
    """Sign in to the workspace with this slug."""
    body = {"email": email, "password": password, "orgSlug": slug}
    challenge = yield Call("/v1/auth/login", body)
    return _workspace((yield from _finish(email, challenge)))


def exchange(code: str) -> Generator[Step, Any, OpenedWorkspace]:
    """Redeem a hand-off code."""
    return _workspace((yield Call("/v1/auth/handoff/exchange", {"code": code})))


def _finish(email: str, challenge: dict[str, Any]) -> Answers:
    token = {"challengeToken": challenge["challengeToken"]}
    path, prompt = "/v1/auth/2fa/verify", Prompt(email)
    if "twoFactorSetupRequired" in challenge:
        setup = yield Call("/v1/auth/2fa/setup", token)
        path = "/v1/auth/2fa/setup/confirm"
        prompt = Prompt(email, setup["secret"], setup["otpauthUrl"], setup["qrCodeDataUrl"])
    while True:
        code = yield prompt
        try:
            answer: dict[str, Any] = yield Call(path, {**token, "code": code})
        except Unauthenticated as refusal:
            # Another code may be entered until the challenge expires.
            if refusal.code != "invalid_code":
                raise
            prompt = replace(prompt, attempt=prompt.attempt + 1)
        else:
            return answer


def _account(answer: dict[str, Any]) -> OpenedAccount:
    return OpenedAccount(answer["accountToken"], answer.get("backupCodes", []))


def _workspace(answer: dict[str, Any]) -> OpenedWorkspace:
    tokens = Tokens(answer["accessToken"], answer["refreshToken"])
    return OpenedWorkspace(tokens, answer["organization"]["slug"], answer.get("backupCodes", []))

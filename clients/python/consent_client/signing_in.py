"""Registration and sign-in with a password, and with a code that a callback of yours returns."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload

from consent_client import flows
from consent_client.connections import Connected
from consent_client.errors import ConsentError
from consent_client.flows import NewPerson, OpenedAccount, OpenedWorkspace, Prompt, Step
from consent_client.http import RETRIES, ApiClient, open_client
from consent_client.lists import Lists
from consent_client.tokens import MemoryStore, RotatingAuth, Store, Tokens

T = TypeVar("T")
Code = Callable[[Prompt], str]
"""Asks the person for a code of the authenticator or a backup code, and returns it. After a wrong
code it is called again with a higher ``attempt``."""


@dataclass
class Workspace(Connected, Lists):
    """A session in a workspace. ``api`` renews its tokens when needed, once for all threads."""

    base_url: str
    store: Store = field(repr=False)
    slug: str | None = None
    backup_codes: list[str] = field(default_factory=list, repr=False)
    retries: int = RETRIES

    def __post_init__(self) -> None:
        self.auth = RotatingAuth(self.base_url, self.store)
        self.api: ApiClient = open_client(self.base_url, auth=self.auth, retries=self.retries)

    def sign_out(self) -> None:
        """End the session at the service, and delete the stored tokens."""
        tokens = take_tokens(self.store)
        if tokens is not None:
            post(self.base_url, "/v1/auth/logout", {"refreshToken": tokens.refresh_token})


@dataclass
class Account(Connected):
    """An account's session. ``backup_codes`` are those of a second factor that was just set up."""

    base_url: str
    token: str = field(repr=False)
    backup_codes: list[str] = field(default_factory=list, repr=False)
    retries: int = RETRIES

    def __post_init__(self) -> None:
        self.api: ApiClient = open_client(self.base_url, token=self.token, retries=self.retries)

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
    """Register and set up the second factor. Raises Conflict if the address is already taken."""
    person = NewPerson(email, password, name, organization_name)
    return _account(base_url, _run(base_url, flows.register(person), code))


@overload
def sign_in(
    base_url: str,
    *,
    email: str,
    password: str,
    code: Code,
    workspace: str,
    store: Store | None = None,
) -> Workspace: ...


@overload
def sign_in(
    base_url: str, *, email: str, password: str, code: Code, workspace: None = None
) -> Account: ...


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

    Calls ``code`` for the code, and sets up the second factor if the account has none. ``store``
    stores the tokens of a workspace (by default in memory). Raises ConsentError.
    """
    if workspace is None:
        return _account(base_url, _run(base_url, flows.sign_in_to_account(email, password), code))
    flow = flows.sign_in_to_workspace(email, password, workspace)
    return _workspace(base_url, _run(base_url, flow, code), store)


def exchange(base_url: str, code: str, *, store: Store | None = None) -> Workspace:
    """Redeem a hand-off code for a session in its workspace. It works once, for a minute."""
    return _workspace(base_url, _run(base_url, flows.exchange(code), _no_code), store)


def keep_tokens(store: Store | None, tokens: Tokens) -> Store:
    """Store the tokens of a new session, by default in memory, and return the store."""
    store = store or MemoryStore()
    with store.lock():
        store.save(tokens)
    return store


def take_tokens(store: Store) -> Tokens | None:
    """Delete the tokens from a store and return them."""
    with store.lock():
        tokens = store.load()
        store.save(None)
    return tokens


def post(base_url: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send a POST request without a credential and return the JSON of the response."""
    with open_client(base_url) as client:
        response = client.get_httpx_client().post(path, json=body)
        return dict(response.json()) if response.content else {}


def _run(base_url: str, flow: Generator[Step, Any, T], code: Code) -> T:
    try:
        step = next(flow)
        while True:
            try:
                if isinstance(step, Prompt):
                    answer: Any = code(step)
                else:
                    answer = post(base_url, step.path, step.body)
            except ConsentError as error:
                step = flow.throw(error)
            else:
                step = flow.send(answer)
    except StopIteration as done:
        result: T = done.value
        return result


def _no_code(prompt: Prompt) -> str:
    raise AssertionError("a hand-off needs no code")


def _account(base_url: str, opened: OpenedAccount) -> Account:
    return Account(base_url, opened.token, opened.backup_codes)


def _workspace(base_url: str, opened: OpenedWorkspace, store: Store | None) -> Workspace:
    store = keep_tokens(store, opened.tokens)
    return Workspace(base_url, store, opened.slug, opened.backup_codes)

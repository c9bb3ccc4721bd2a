"""Registration and sign-in for asyncio and trio, like ``signing_in``."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload

from anyio import to_thread
from consent_client import flows
from consent_client.connections import AsyncConnected
from consent_client.errors import ConsentError
from consent_client.flows import NewPerson, OpenedAccount, OpenedWorkspace, Prompt, Step
from consent_client.http import RETRIES, ApiClient, open_client
from consent_client.lists import AsyncLists
from consent_client.signing_in import keep_tokens, take_tokens
from consent_client.tokens import RotatingAuth, Store

T = TypeVar("T")
AsyncCode = Callable[[Prompt], str | Awaitable[str]]
"""Asks the person for a code, and returns it or an awaitable of it. See ``signing_in.Code``."""


@dataclass
class AsyncWorkspace(AsyncConnected, AsyncLists):
    """A session in a workspace. ``api`` renews its tokens when needed, once for all tasks."""

    base_url: str
    store: Store = field(repr=False)
    slug: str | None = None
    backup_codes: list[str] = field(default_factory=list, repr=False)
    retries: int = RETRIES

    def __post_init__(self) -> None:
        self.auth = RotatingAuth(self.base_url, self.store)
        self.api: ApiClient = open_client(self.base_url, auth=self.auth, retries=self.retries)

    async def sign_out(self) -> None:
        """End the session at the service, and delete the stored tokens."""
        tokens = await to_thread.run_sync(take_tokens, self.store)
        if tokens is not None:
            body = {"refreshToken": tokens.refresh_token}
            await _post(self.base_url, "/v1/auth/logout", body)


@dataclass
class AsyncAccount(AsyncConnected):
    """An account's session. ``backup_codes`` are those of a second factor that was just set up."""

    base_url: str
    token: str = field(repr=False)
    backup_codes: list[str] = field(default_factory=list, repr=False)
    retries: int = RETRIES

    def __post_init__(self) -> None:
        self.api: ApiClient = open_client(self.base_url, token=self.token, retries=self.retries)

    async def start_demo(self, *, store: Store | None = None) -> AsyncWorkspace:
        """Start a demo workspace and sign in to it."""
        answer = await self.api.get_async_httpx_client().post("/v1/billing/demo", json={})
        return await async_exchange(self.base_url, answer.json()["handoff"]["code"], store=store)


async def async_register(
    base_url: str,
    *,
    email: str,
    password: str,
    code: AsyncCode,
    name: str | None = None,
    organization_name: str | None = None,
) -> AsyncAccount:
    """Register and set up the second factor. Raises Conflict if the address is already taken."""
    person = NewPerson(email, password, name, organization_name)
    return _account(base_url, await _run(base_url, flows.register(person), code))


@overload
async def async_sign_in(
    base_url: str,
    *,
    email: str,
    password: str,
    code: AsyncCode,
    workspace: str,
    store: Store | None = None,
) -> AsyncWorkspace: ...


@overload
async def async_sign_in(
    base_url: str, *, email: str, password: str, code: AsyncCode, workspace: None = None
) -> AsyncAccount: ...


async def async_sign_in(
    base_url: str,
    *,
    email: str,
    password: str,
    code: AsyncCode,
    workspace: str | None = None,
    store: Store | None = None,
) -> AsyncWorkspace | AsyncAccount:
    """Sign in to the workspace with this slug or, without one, to the account. See ``sign_in``."""
    if workspace is None:
        opened = await _run(base_url, flows.sign_in_to_account(email, password), code)
        return _account(base_url, opened)
    flow = flows.sign_in_to_workspace(email, password, workspace)
    return await _workspace(base_url, await _run(base_url, flow, code), store)


async def async_exchange(base_url: str, code: str, *, store: Store | None = None) -> AsyncWorkspace:
    """Redeem a hand-off code for a session in its workspace. It works once, for a minute."""
    return await _workspace(base_url, await _run(base_url, flows.exchange(code), _no_code), store)


async def _run(base_url: str, flow: Generator[Step, Any, T], code: AsyncCode) -> T:
    try:
        step = next(flow)
        while True:
            try:
                if isinstance(step, Prompt):
                    entered = code(step)
                    answer: Any = await entered if inspect.isawaitable(entered) else entered
                else:
                    answer = await _post(base_url, step.path, step.body)
            except ConsentError as error:
                step = flow.throw(error)
            else:
                step = flow.send(answer)
    except StopIteration as done:
        result: T = done.value
        return result


async def _post(base_url: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    async with open_client(base_url) as client:
        response = await client.get_async_httpx_client().post(path, json=body)
        return dict(response.json()) if response.content else {}


def _no_code(prompt: Prompt) -> str:
    raise AssertionError("a hand-off needs no code")


def _account(base_url: str, opened: OpenedAccount) -> AsyncAccount:
    return AsyncAccount(base_url, opened.token, opened.backup_codes)


async def _workspace(base_url: str, opened: OpenedWorkspace, store: Store | None) -> AsyncWorkspace:
    store = await to_thread.run_sync(keep_tokens, store, opened.tokens)
    return AsyncWorkspace(base_url, store, opened.slug, opened.backup_codes)

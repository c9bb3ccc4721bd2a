"""The asynchronous half of the Python client does what the synchronous one does."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest
from consent_client import (
    AsyncReader,
    AsyncWorkspace,
    Conflict,
    ExportMismatch,
    MemoryStore,
    NetworkError,
    Prompt,
    Reader,
    Tokens,
    Unauthenticated,
    Workspace,
    async_register,
    async_sign_in,
    sign_in,
)
from consent_client.exporting import Part
from consent_client.generated.api.domains import create_domain, list_domains
from consent_client.generated.models import DomainRequest

from tests.support.expired_tokens import run_out
from tests.support.factories import Panel, Site, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.processes import free_port
from tests.support.receipt_rows import many_receipts

ROWS = 1200
Run = Callable[[Awaitable[Any]], Any]


@pytest.fixture
def site(live: LiveServer, panel: Panel) -> Site:
    site = make_site(panel)
    many_receipts(live.application, site, ROWS)
    return site


@pytest.fixture
def workspace(live: LiveServer, panel: Panel) -> Iterator[Workspace]:
    store = MemoryStore(Tokens(panel.access_token, panel.refresh_token))
    with Workspace(live.url, store) as workspace:
        yield workspace


def test_from_registration_to_an_export(live: LiveServer, tmp_path: Path) -> None:
    phone: dict[str, pyotp.TOTP] = {}

    async def code(prompt: Prompt) -> str:
        if prompt.secret:
            phone["authenticator"] = pyotp.TOTP(prompt.secret)
        # Mistyped once: the client asks again.
        return phone["authenticator"].now() if prompt.attempt > 1 else "000000"

    person: dict[str, Any] = {
        "email": f"{unique('ada')}@example.com",
        "password": "correct horse battery",
        "code": code,
    }

    async def walk() -> None:
        async with await async_register(live.url, **person) as account:
            assert len(account.backup_codes) == 10
            codes = iter(account.backup_codes)
            async with await account.start_demo() as workspace:
                body = DomainRequest(hostname=f"{unique('shop')}.com")
                domain = await create_domain.asyncio(client=workspace.api, body=body)
                assert [row.id async for row in workspace.domains(page=1)] == [domain.id]
                assert (await list_domains.asyncio(client=workspace.api)).total == 1
                assert [row async for row in workspace.receipts()] == []
                assert [row async for row in workspace.audit_events(page=2)]
                slug = workspace.slug
                await workspace.sign_out()
                with pytest.raises(Unauthenticated):
                    await list_domains.asyncio(client=workspace.api)
        with pytest.raises(Conflict):
            await async_register(live.url, **person)
        credentials = {**person, "code": lambda prompt: next(codes)}
        assert slug is not None
        signed_in = await async_sign_in(live.url, workspace=slug, **credentials)
        assert signed_in.slug == slug
        await signed_in.aclose()
        await (await async_sign_in(live.url, **credentials)).aclose()

    asyncio.run(walk())


def test_a_mistyped_code_is_asked_for_again_until_the_challenge_ends(
    live: LiveServer, panel: Panel
) -> None:
    attempts: list[int] = []

    def code(prompt: Prompt) -> str:
        attempts.append(prompt.attempt)
        return "0000000000"

    person = panel.person
    with pytest.raises(Unauthenticated) as refused:
        sign_in(live.url, email=person.email, password="correct horse battery", code=code)
    assert attempts == [1, 2, 3, 4, 5, 6]
    assert refused.value.code == "invalid_challenge"


def test_many_tasks_renew_once(live: LiveServer, panel: Panel) -> None:
    expired = run_out(live.application, panel.access_token)
    store = MemoryStore(Tokens(expired, panel.refresh_token))

    async def call() -> None:
        async with AsyncWorkspace(live.url, store) as workspace:
            calls = (list_domains.asyncio(client=workspace.api) for _ in range(8))
            assert {answer.total for answer in await asyncio.gather(*calls)} == {0}

    asyncio.run(call())
    tokens = store.load()
    assert tokens is not None
    assert tokens.refresh_token != panel.refresh_token


def test_exports_are_those_of_the_other_half(live: LiveServer, site: Site, tmp_path: Path) -> None:
    with Reader(live.url, site.key) as reader:
        ids = [row.id for row in reader.exported()]
        size = reader.export_to(tmp_path / "sync.csv", "csv")
    assert len(ids) == ROWS

    async def read() -> int:
        async with AsyncReader(live.url, site.key) as reader:
            assert [row.id async for row in reader.exported()] == ids
            assert [row.id async for row in reader.receipts(page=500)] == ids
            assert [row.id async for row in reader.domains()] == [site.id]
            return await reader.export_to(tmp_path / "async.csv", "csv")

    assert asyncio.run(read()) == size
    with (tmp_path / "async.csv").open(newline="", encoding="utf-8") as file:
        assert [row["id"] for row in csv.DictReader(file)] == ids
    assert (tmp_path / "async.csv").read_bytes() == (tmp_path / "sync.csv").read_bytes()


def test_an_export_that_is_not_what_was_sent_leaves_no_file(
    live: LiveServer, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = Part.feed

    def lossy(self: Part, chunk: bytes) -> Iterator[bytes]:
        return feed(self, chunk.replace(b"accept_all", b"reject_all"))

    monkeypatch.setattr(Part, "feed", lossy)
    with Reader(live.url, site.key) as reader:
        with pytest.raises(ExportMismatch):
            reader.export_to(tmp_path / "receipts.ndjson")
        assert list(tmp_path.iterdir()) == []
        assert reader.export_to(tmp_path / "receipts.ndjson", verify=False)


def test_an_unavailable_service_raises_an_error_of_the_client() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    with Reader(url, "key", retries=0) as reader, pytest.raises(NetworkError):
        list(reader.domains())

    async def read() -> None:
        async with AsyncReader(url, "key", retries=0) as reader:
            with pytest.raises(NetworkError):
                [row async for row in reader.domains()]
            with pytest.raises(NetworkError):
                await reader.export_to("never.csv", "csv")

    asyncio.run(read())


def test_panel_lists_follow_the_pages(workspace: Workspace, site: Site) -> None:
    assert len(list(workspace.receipts(page=500))) == ROWS
    assert [row.id for row in workspace.domains(page=1)] == [site.id]
    assert [row.version for row in workspace.banner_versions(site.id, page=1)] == [1]
    assert len(list(workspace.audit_events(page=1))) > 2
    assert len(list(workspace.notifications(page=1))) > 2

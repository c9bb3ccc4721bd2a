"""The Python client, as its README has it, against the running service."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from consent_client import (
    Account,
    FileStore,
    MemoryStore,
    Prompt,
    Tokens,
    Unauthenticated,
    Workspace,
    new_idempotency_key,
    sign_in,
)
from consent_client.errors import error_of
from consent_client.generated.api.account import get_account
from consent_client.generated.api.visitors import record_consent
from consent_client.generated.api.workspace import get_workspace
from consent_client.generated.models import ConsentAction, ConsentRequest, ConsentSource

from tests.support.factories import Panel, unique
from tests.support.live_server import LiveServer


class Counting(MemoryStore):
    """Counts how often tokens were renewed."""

    saves = 0

    def save(self, tokens: Tokens | None) -> None:
        self.saves += 1
        super().save(tokens)


@pytest.fixture(scope="module")
def walked(
    live: LiveServer, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict]:
    """Everything that the README's Python leaves behind, run from above to below."""
    text = (project / "clients" / "python" / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 7
    values: dict = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CONSENT_URL", live.url)
        patch.setenv("EMAIL", f"{unique('ada')}@example.com")
        patch.setenv("EXPORT", str(tmp_path_factory.mktemp("export") / "receipts.csv"))
        exec(compile("\n".join(blocks), "README.md", "exec"), values)
        values["exported"] = Path(values["os"].environ["EXPORT"]).read_bytes().decode()
    yield values
    for name in ("account", "workspace", "reader"):
        values[name].close()
    values["visitor"].get_httpx_client().close()


def test_the_readme_ends_with_an_exported_receipt(
    walked: dict, capsys: pytest.CaptureFixture[str]
) -> None:
    (row,) = walked["rows"]
    assert row.id == walked["receipt"].id
    header, line = walked["exported"].splitlines()
    assert header.startswith("id,domainId,hostname")
    assert line.startswith(f'"{row.id}",')
    assert walked["size"] == len(walked["exported"].encode())
    assert len(walked["account"].backup_codes) == 10


def test_signing_in_with_and_without_a_workspace(walked: dict, live: LiveServer) -> None:
    email, slug = walked["EMAIL"], walked["workspace"].slug
    prompts: list[Prompt] = []
    codes = iter(walked["account"].backup_codes)

    def code(prompt: Prompt) -> str:
        prompts.append(prompt)
        return next(codes)

    settings: dict = {"email": email, "password": "correct horse battery", "code": code}
    account = sign_in(live.url, **settings)
    workspace = sign_in(live.url, workspace=slug, **settings)
    assert isinstance(account, Account)
    assert isinstance(workspace, Workspace)
    assert get_account.sync(client=account.api).email == email
    assert workspace.slug == get_workspace.sync(client=workspace.api).slug == slug
    assert prompts == [Prompt(email)] * 2
    account.close()
    workspace.close()


def test_a_decision_sent_twice_with_one_key_is_recorded_once(walked: dict) -> None:
    body = ConsentRequest(
        action=ConsentAction.REJECT_ALL,
        source=ConsentSource.BANNER,
        analytics=False,
        marketing=False,
        preferences=False,
        banner_version=1,
        banner_locale="en",
    )
    key = new_idempotency_key()
    first, again = [
        record_consent.sync(
            walked["domain"].id, client=walked["visitor"], body=body, idempotency_key=key
        )
        for _ in range(2)
    ]
    assert again == first
    assert [row.id for row in walked["reader"].receipts(action="reject_all")] == [first.id]


def test_filters_have_the_names_of_the_generated_operations(walked: dict) -> None:
    reader, domain = walked["reader"], walked["domain"]
    every = [row.id for row in reader.receipts()]
    assert [
        row.id for row in reader.receipts(domain_id=domain.id, from_=domain.created_at)
    ] == every
    assert [row.id for row in reader.exported(domain_id=domain.id)] == every
    assert [row.id for row in reader.receipts(domainId=domain.id)] == every
    assert [row.id for row in walked["workspace"].receipts(domain_id=domain.id)] == every


def test_many_threads_renew_once(walked: dict, live: LiveServer) -> None:
    real = walked["workspace"].store.load()
    store = Counting(Tokens("expired", real.refresh_token))
    workspace = Workspace(live.url, store)
    with ThreadPoolExecutor(8) as threads:
        result = list(threads.map(lambda _: get_workspace.sync(client=workspace.api), range(8)))
    workspace.close()
    assert {item.slug for item in result} == {walked["workspace"].slug}
    assert store.saves == 1
    walked["workspace"].store.save(store.load())


def test_an_ended_session_is_forgotten(walked: dict, live: LiveServer, tmp_path: Path) -> None:
    store = FileStore(tmp_path / "session.json")
    store.save(Tokens("expired", "neither-there"))
    assert (tmp_path / "session.json").stat().st_mode & 0o777 == 0o600
    workspace = Workspace(live.url, store)
    with pytest.raises(Unauthenticated) as refused:
        get_workspace.sync(client=workspace.api)
    workspace.close()
    assert refused.value.code == "invalid_refresh_token"
    assert store.load() is None


def test_an_error_of_the_server_names_the_request(live: LiveServer) -> None:
    problem = {"code": "internal_error", "instance": "urn:request-id:0123456789ab"}
    failed = httpx.MockTransport(lambda _: httpx.Response(500, json=problem))
    with httpx.Client(transport=failed) as client:
        error = error_of(client.get(live.url))
    assert error.instance == problem["instance"]
    assert "0123456789ab" in str(error)
    refused = error_of(httpx.get(f"{live.url}/v1/domains"))
    assert (refused.code, refused.instance) == ("unauthenticated", None)


def test_signing_out_during_a_sign_in_wins(live: LiveServer, panel: Panel) -> None:
    tokens = Tokens(panel.access_token, panel.refresh_token)
    store = MemoryStore(tokens)
    workspace = Workspace(live.url, store)
    workspace.sign_out()
    with pytest.raises(Unauthenticated) as refused:
        workspace.auth.renew(tokens)
    workspace.close()
    assert refused.value.code == "unauthenticated"
    assert store.load() is None

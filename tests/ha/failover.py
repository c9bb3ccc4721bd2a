"""PostgreSQL's leader is killed under load, in the installation of deploy/ha (``make ha``).

Not among the tests that always run: it needs etcd and Patroni, and two minutes.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from consent_app.application import utc_now
from consent_app.db.engine import create_engine
from tests.support.factories import Site, make_panel, make_site
from tests.support.forwarding import live_client
from tests.support.harness import SECRET_KEYS
from tests.support.load import Load

BACK_WITHIN = 30.0
"""Seconds until decisions are recorded again."""


def load_loopback(project: Path) -> ModuleType:
    """Import deploy/ha/loopback.py."""
    path = project / "deploy" / "ha" / "loopback.py"
    spec = importlib.util.spec_from_file_location("loopback", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["loopback"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def loopback(project: Path) -> ModuleType:
    return load_loopback(project)


@pytest.fixture(scope="module")
def installation(loopback: ModuleType, project: Path) -> Iterator[Any]:
    """The whole installation. Its logs stay in ``var/tests/ha/``."""
    folder = Path(tempfile.mkdtemp(prefix="consent-ha-"))
    installation = loopback.Loopback(folder, loopback.Programs.locate(), secret_keys=SECRET_KEYS)
    try:
        installation.start()
        yield installation
    finally:
        installation.stop()
        logs = project / "var" / "tests" / "ha"
        logs.mkdir(parents=True, exist_ok=True)
        for log in folder.glob("*.log"):
            shutil.copy(log, logs)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def site(installation: Any) -> Site:
    client = live_client(installation.url, "2001:db8:77::1")
    return make_site(make_panel(client, utc_now()))


def stored_ids(installation: Any) -> list[str]:
    engine = create_engine(installation.database_url(), pool_size=1)
    try:
        with engine.connect() as connection:
            result = connection.exec_driver_sql("SELECT id::text FROM consent_receipts")
            return list(result.scalars())
    finally:
        engine.dispose()


def wait_until_safe(loopback: ModuleType, installation: Any) -> None:
    """Wait until the standby is synchronous.

    It may not be, for example after a busy machine paused and broke its connection. Then the leader
    goes on alone and Patroni promotes no standby, because data that only the leader has would be
    lost.
    """
    loopback.wait("a synchronous standby under load", installation.is_safe)


def test_killing_the_leader_under_load_loses_no_receipt(
    loopback: ModuleType, installation: Any, site: Site
) -> None:
    former = installation.leader()
    with Load(installation.ports["nginx"], site) as load:
        before = load.wait_for_more(500)
        wait_until_safe(loopback, installation)
        installation.kill_database(former)
        load.wait_for_more(1, seconds=120)
        # What was under way when it was killed may have been answered after it.
        load.wait_for_more(500, seconds=120)
    receipts = stored_ids(installation)
    banners, lists = load.reading_gaps()
    print(
        f"\n{former} killed; {installation.leader()} leads."
        f"\nrecorded {len(load.recorded)} (the first 500 in {before:.1f} s), read {len(load.read)}"
        f"\nlongest without a receipt {load.gap():.1f} s, a banner {banners:.1f} s,"
        f" a list {lists:.1f} s"
        f"\nanswers other than 200 and 201: {dict(load.broken)}"
        f"\nacknowledged and lost: {len(load.lost(receipts))}; kept: {len(receipts)},"
        f" each once: {len(receipts) == len(set(receipts))}",
        flush=True,
    )
    assert installation.leader() not in (None, former)
    assert load.lost(receipts) == set()
    assert len(receipts) == len(set(receipts))
    assert load.gap() <= BACK_WITHIN
    assert max(banners, lists) <= BACK_WITHIN
    assert set(load.broken) <= {"503", "504", "502"}


def test_the_former_leader_returns_as_a_standby(
    loopback: ModuleType, installation: Any, site: Site
) -> None:
    (former_leader,) = {"pg1", "pg2"} - {installation.leader()}
    installation.start_database(former_leader)
    loopback.wait("the former leader as a synchronous standby", installation.is_safe)
    leader = installation.leader()
    with Load(installation.ports["nginx"], site) as load:
        load.wait_for_more(300)
        wait_until_safe(loopback, installation)
        installation.kill_database(leader)
        load.wait_for_more(300, seconds=120)
    receipts = stored_ids(installation)
    print(
        f"\n{leader} killed; {installation.leader()} leads."
        f"\nrecorded {len(load.recorded)}, longest without a receipt {load.gap():.1f} s,"
        f" acknowledged and lost: {len(load.lost(receipts))}",
        flush=True,
    )
    assert installation.leader() == former_leader
    assert load.lost(receipts) == set()
    assert load.gap() <= BACK_WITHIN

"""Fixtures that all tests share, and what a session starts and ends."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from limits import RateLimitItemPerSecond
from webtest import TestApp

from consent_app import make_app
from consent_app.application import Application, utc_now
from consent_app.rate_limits import DEVELOPMENT_FACTOR
from consent_app.sign_in import throttling
from tests.support import postgres, redis_server
from tests.support.databases import CLUSTER, DIALECTS, Databases, quick_folder
from tests.support.factories import Panel, Site, make_panel, make_site
from tests.support.harness import (
    Harness,
    Harnesses,
    MovableClock,
    make_application,
    make_settings,
)
from tests.support.live_server import LiveServer, LiveServers
from tests.support.machine import NOT_ON_THIS_KERNEL, REQUIRE_ALL
from tests.support.mailbox import Mailbox
from tests.support.memory import remove_leftovers
from tests.support.secrecy import WATCH
from tests.support.statements import LIST, STATEMENTS

BYTES_FOR_EACH_PROCESS = 1536 * 1024 * 1024
"""A test process, its browser, and the servers that its tests start."""

_server: postgres.PostgresServer | None = None


# One PostgreSQL server for each session. With several test processes the first one starts it and
# tells the others where it is; alone, it starts with the first test that asks.


def server_url(config: pytest.Config) -> str | None:
    """Return the URL of the session's PostgreSQL server, or None if none can be started."""
    global _server
    if answer := os.environ.get("TEST_DATABASE_URL"):
        return answer
    if hasattr(config, "workerinput"):
        url: str | None = config.workerinput["postgres_url"]
        return url
    if _server is None:
        _server = postgres.start()
    return _server.url if _server is not None else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run two test processes for each core, as far as memory allows: many tests wait for a browser
    or another process."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    cores = len(os.sched_getaffinity(0))
    return max(cores, min(2 * cores, memory // BYTES_FOR_EACH_PROCESS))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a test process, before it starts, where the server is."""
    node.workerinput["postgres_url"] = server_url(node.config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the server, after an interrupt too."""
    global _server
    if _server is not None:
        _server.stop()
        _server = None


# Tests and the modules they import live until the process ends. Going through them again and again
# to look for garbage takes a tenth of the CPU.

ALLOCATIONS_BETWEEN_COLLECTIONS = 50_000
"""Python's own is 700 (2,000 from Python 3.13 on)."""

LONG = (
    "tests/contract/test_schemathesis.py::test_nothing_is_found[postgresql]",
    "tests/migrations/test_former_release.py",
    "tests/architecture/test_worked_example.py",
)
"""What takes minutes on a busy machine, and shares no browser. Begun last, it would be waited for
with the other cores idle."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Look for no garbage while tests are collected: there is none."""
    gc.disable()
    if not hasattr(session.config, "workerinput"):
        remove_leftovers()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Look for garbage among what is made from now on."""
    gc.freeze()
    gc.set_threshold(ALLOCATIONS_BETWEEN_COLLECTIONS, 20, 20)
    gc.enable()


# No credential of any test may occur in any log: each test process looks when it
# ends, and the first of all fails the run.

_leaks: list[str] = []
_deadlocks: list[str] = []
_untried: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what ``make citus`` says."""
    parser.addoption(
        "--databases",
        choices=("all", CLUSTER),
        default="all",
        help="run on both kinds of database (and marked tests on a cluster), or all on a cluster",
    )
    parser.addoption(
        "--write-statements",
        action="store_true",
        help=f"add the statements that were seen to {LIST.name}",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test on the databases that are wanted."""
    if "dialect" not in metafunc.fixturenames:
        return
    if metafunc.config.getoption("databases") == CLUSTER:
        kinds: tuple[str, ...] = (CLUSTER,)
    elif metafunc.definition.get_closest_marker("cluster"):
        kinds = (*DIALECTS, CLUSTER)
    else:
        kinds = DIALECTS
    for marker in metafunc.definition.iter_markers("parametrize"):
        if "dialect" in str(marker.args[0]):
            return
    metafunc.parametrize("dialect", kinds, indirect=True)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse paths that do not exist, and keep what this process logs."""
    # Several processes would find no tests, and not say why.
    for argument in config.args:
        if not (config.invocation_params.dir / argument.partition("::")[0]).exists():
            raise pytest.UsageError(f"file or directory not found: {argument}")
    name = os.environ.get("PYTEST_XDIST_WORKER", "main")
    config.addinivalue_line(
        "markers", "cluster: runs on the statements of a cluster too (tests/support/databases.py)"
    )
    # A slow machine is no fault of a test's.
    settings.register_profile(
        "suite", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
    )
    settings.load_profile("suite")
    STATEMENTS.watch()
    WATCH.log_to(config.rootpath / "var" / "tests" / f"suite-{name}.log")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: Any) -> None:
    """Take over what a test process has found."""
    result = getattr(node, "workeroutput", {})
    _leaks.extend(result.get("leaks", []))
    STATEMENTS.merge(*result.get("statements", ({}, [])))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Look through the logs, the database server's too."""
    result = WATCH.leaks()
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["leaks"] = result
        seen = STATEMENTS.cluster, sorted(STATEMENTS.one_database)
        session.config.workeroutput["statements"] = seen
        return
    _leaks.extend(result)
    # A request that loses a deadlock is asked to retry, which a race would take for an answer.
    if _server is not None:
        _deadlocks.extend(_server.deadlocks())
    if session.config.getoption("write_statements"):
        STATEMENTS.write()
    _untried.extend(STATEMENTS.untried())
    if _leaks or _deadlocks or _untried:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Refuse a test after which this process would no longer log what is searched in the end."""
    if not WATCH.restore_handlers():
        pytest.fail("The test set up logging. Replace `start_logging` of its command.")


# What is skipped here for want of a program is a failure where everything has to run.


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Turn a skipped test into a failed one where REQUIRE_ALL is set."""
    report = yield
    return _required(report) if not hasattr(report, "wasxfail") else report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """Apply the same to a whole module that skips itself."""
    return _required((yield))


def _required(report: Any) -> Any:
    if REQUIRE_ALL and report.skipped and not _reason(report).startswith(NOT_ON_THIS_KERNEL):
        report.outcome = "failed"
        report.longrepr = f"Skipped, though REQUIRE_ALL is set: {_reason(report)}"
    return report


def _reason(report: Any) -> str:
    longrepr = report.longrepr
    reason = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
    return reason.removeprefix("Skipped: ")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> Any:
    """Name, last of all, what the logs hold, and what was skipped and how to get it."""
    yield
    if _leaks:
        terminalreporter.section("FAILED: credentials in the log")
        for leak in _leaks:
            terminalreporter.line(leak, red=True)
    if _deadlocks:
        terminalreporter.section("FAILED: deadlocks in PostgreSQL")
        for deadlock in _deadlocks:
            terminalreporter.line(deadlock, red=True)
    if _untried:
        terminalreporter.section("FAILED: not yet tried on Citus")
        for statement in _untried:
            terminalreporter.line(statement, red=True)
        terminalreporter.line(
            "Run `make citus CITUS_TESTS=tests/ROOM` with a test of the statement."
        )
        terminalreporter.line("See CONTRIBUTING.md, Distributed tables.")
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = _reason(report)
        reasons[reason] = reasons.get(reason, 0) + 1
    if reasons:
        terminalreporter.section("not run on this machine")
        for reason, count in sorted(reasons.items()):
            terminalreporter.line(f"{count} skipped: {reason}")


# Databases and applications: one of each kind in every test process, shared by all its tests.


@pytest.fixture(scope="session")
def databases(
    pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Databases]:
    """The databases of this process, for tests that want one of their own (``fresh``)."""
    with quick_folder(tmp_path_factory.mktemp("databases")) as folder:
        databases = Databases(folder, server_url(pytestconfig))
        yield databases
        databases.close()


@pytest.fixture(scope="session")
def harnesses(
    databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Harnesses]:
    """The applications of this process, by kind of database."""
    harnesses = Harnesses(databases, tmp_path_factory.mktemp("harnesses"))
    yield harnesses
    harnesses.close()


@pytest.fixture
def dialect(request: pytest.FixtureRequest, databases: Databases) -> str:
    """Each kind of database in turn. What asks for it, or for what follows, runs on both."""
    name: str = request.param
    if not databases.has(name):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    return name


@pytest.fixture
def database_url(databases: Databases, dialect: str) -> str:
    """The migrated database that all tests of this process share. Never cleaned."""
    return databases.shared(dialect)


@pytest.fixture
def fresh_database_url(databases: Databases, dialect: str) -> str:
    """A migrated database of the test's own."""
    return databases.fresh(dialect)


@pytest.fixture
def isolated_app(fresh_database_url: str, tmp_path: Path) -> Iterator[Application]:
    """An application with its own database, which contains nothing of other tests."""
    application = make_application(make_settings(fresh_database_url, tmp_path))
    yield application
    application.database.dispose()


@pytest.fixture
def harness(harnesses: Harnesses, dialect: str) -> Harness:
    """The application on the shared database."""
    return harnesses.of(dialect)


@pytest.fixture
def isolated_harness(request: pytest.FixtureRequest, dialect: str) -> Harness:
    """An application on a database of the test's own, for what does the work of all workspaces:
    on the shared one those are hundreds. A real cluster has only the shared database."""
    if dialect == CLUSTER:
        shared: Harness = request.getfixturevalue("harnesses").of(dialect)
        return shared
    application: Application = request.getfixturevalue("isolated_app")
    return Harness(application, make_app(application))


@pytest.fixture
def application(harness: Harness) -> Iterator[Application]:
    """The application: settings, clock, database, keys. Its clock is real again afterwards."""
    harness.begin_test()
    yield harness.application
    harness.application.clock = utc_now


@pytest.fixture
def production_limits(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rate limits and attempt windows of production; development's are ten times as high."""
    monkeypatch.setattr(throttling, "DEVELOPMENT_FACTOR", 1)
    policies = harness.wsgi.registry.api.rate_limits._policies
    for name, item in policies.items():
        amount = item.amount // DEVELOPMENT_FACTOR
        limit = RateLimitItemPerSecond(amount, item.get_expiry(), namespace=item.namespace)
        monkeypatch.setitem(policies, name, limit)


@pytest.fixture
def app(harness: Harness, application: Application) -> TestApp:
    """A client of the whole application, with an address of its own."""
    return harness.client()


@pytest.fixture
def panel(app: TestApp, application: Application) -> Panel:
    """The owner of a new workspace, signed in to it."""
    return make_panel(app, application.now())


@pytest.fixture
def site(panel: Panel) -> Site:
    """A domain of that workspace with a published banner."""
    return make_site(panel)


@pytest.fixture
def mailbox(harness: Harness) -> Mailbox:
    """What the application mailed."""
    return harness.mailbox()


@pytest.fixture(scope="session")
def live_servers(
    project: Path, databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveServers]:
    """The services of this process, by kind of database."""
    name = os.environ.get("PYTEST_XDIST_WORKER", "main")
    servers = LiveServers(project, databases, tmp_path_factory.mktemp("live"), name)
    yield servers
    servers.close()


@pytest.fixture
def live_server(live_servers: LiveServers, dialect: str) -> LiveServer:
    """``consent-app serve`` in its own processes, shared by all tests of this process.

    Its log stays in ``var/tests/``.
    """
    return live_servers.of(dialect)


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis server that this process's tests share."""
    server = redis_server.start(tmp_path_factory.mktemp("redis"))
    yield server.url
    server.stop()


@pytest.fixture
def clock(application: Application) -> MovableClock:
    """The application's clock, movable."""
    clock = MovableClock()
    application.clock = clock
    return clock


@pytest.fixture(scope="session")
def project() -> Path:
    """The folder that holds the project."""
    return Path(__file__).resolve().parent.parent

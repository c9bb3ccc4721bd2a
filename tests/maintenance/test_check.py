"""``consent-app check``: all problems in one report."""

from __future__ import annotations

import socket
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, make_url, update

from consent_app.accounts.service import NewUser, create_user
from consent_app.application import Application, utc_now
from consent_app.cli import main
from consent_app.context import Context
from consent_app.db.ids import new_id
from consent_app.jobs.queries import enqueue
from consent_app.registration.admin import disable
from consent_app.settings import new_secret_key
from consent_app.unsubscription.unsubscription import new_token, unsubscribe
from consent_app.workspaces.admin import get_workspace_by_slug
from consent_app.workspaces.models import Membership, Workspace
from consent_app.workspaces.service import NewWorkspace, create_workspace, get_members, join
from tests.support.disks import small_disk
from tests.support.factories import make_person
from tests.support.harness import SECRET_KEYS, Harness
from tests.support.processes import free_port


def test_check_reports_everything_and_masks_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.ini"
    path.write_text(
        "[app:main]\nuse = egg:consent-app\nconsent.smtp_url = smtps://user:the-secret@mail.example\n"
        "consent.sigup = open\nconsent.threads = 0\n"
    )
    monkeypatch.setenv("CONSENT_DATABASE_URL", f"sqlite:///{tmp_path}/none/x.sqlite")
    assert main(["check", "--ini", str(path)]) == 1
    printed = capsys.readouterr().out
    for problem in ("consent.sigup", "consent.threads", "public_origin", "SQLite file"):
        assert problem in printed
    assert "the-secret" not in printed
    assert "CONSENT_DATABASE_URL)" in printed


@pytest.mark.parametrize("origin", [None, "consent.example"])
def test_check_says_what_the_addresses_need_that_follow_from_the_public_origin(
    origin: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "some.ini"
    path.write_text("[app:main]\nuse = egg:consent-app\n")
    if origin is not None:
        monkeypatch.setenv("CONSENT_PUBLIC_ORIGIN", origin)
    assert main(["check", "--ini", str(path)]) == 1
    printed = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    for name in (
        "base_url",
        "checkout_cancel_url",
        "checkout_success_url",
        "mail_from",
        "unsubscribe_address",
    ):
        assert f"{name} needs consent.public_origin (default)" in lines
    assert "trusted_proxies not set (default)" in lines
    assert f"public_origin {origin or 'not set'}" in " ".join(lines)
    # One fault is reported, and not everything that follows from it.
    assert "Wrong: consent.mail_from" not in printed
    assert "Wrong: consent.unsubscribe_address" not in printed


@pytest.mark.parametrize(
    "credentials",
    ["user:the-secret", "the-secret", "user:the-secret/with@signs", "user:x the-secret"],
)
@pytest.mark.parametrize("name", ["trace_endpoint", "base_url", "imprint_url"])
def test_check_masks_credentials_in_addresses(
    ini: str,
    name: str,
    credentials: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(f"CONSENT_{name.upper()}", f"https://{credentials}@some.example/")
    main(["check", "--ini", ini])
    printed = capsys.readouterr().out
    assert "https://(secret)@some.example" in printed
    assert "the-secret" not in printed


def test_check_creates_no_folder_for_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.ini"
    path.write_text("[app:main]\nuse = egg:consent-app\n")
    monkeypatch.setenv("CONSENT_DATABASE_URL", f"sqlite:///{tmp_path}/none/x.sqlite")
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path / "missing" / "var"))
    assert main(["check", "--ini", str(path)]) == 1
    assert not (tmp_path / "missing").exists()


def test_check_names_a_file_system_that_is_read_only(
    ini: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(1) as disk:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        monkeypatch.setenv("CONSENT_VAR_DIR", f"{disk}/var")
        # Otherwise development would make its own there.
        monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)
        assert main(["check", "--ini", ini]) == 1
    problem = f"consent.var_dir: the folder {disk}/var cannot be used: Read-only file system."
    assert problem in capsys.readouterr().out


def test_check_creates_no_database(
    ini: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.sqlite"
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path))
    monkeypatch.setenv("CONSENT_DATABASE_URL", f"sqlite:///{file}")
    assert main(["check", "--ini", ini]) == 1
    assert f"no database at {file}. `consent-app migrate` creates it." in capsys.readouterr().out
    assert not file.exists()


def test_check_shows_each_value_and_no_secret_that_is_not_set(
    isolated_app: Application,
    ini: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = {
        "product_name": "Kiln",
        "imprint_url": "https://kiln.example/imprint",
        "dns_nameservers": "9.9.9.9 [::1]:5353",
        "stripe_prices": "starter:price_1",
        "checkout_success_url": "https://kiln.example/paid",
        "port": "7000",
    }
    for name, value in shown.items():
        monkeypatch.setenv(f"CONSENT_{name.upper()}", value)
    monkeypatch.setenv("CONSENT_SMTP_URL", "smtps://user:the-secret@mail.example")
    assert main(["check", "--ini", ini]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    for name, value in shown.items():
        assert f"{name} {value} (CONSENT_{name.upper()})" in lines
    for line in (
        "smtp_url (secret) (CONSENT_SMTP_URL)",
        "secret_keys (secret) (default)",
        "stripe_secret_key not set (default)",
        "stripe_api_base https://api.stripe.com (default)",
        "rate_limit_storage memory:// (default)",
        "logo_file not set (default)",
    ):
        assert line in lines


def test_check_tries_to_write(
    isolated_app: Application,
    ini: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = isolated_app.settings.database_url
    if isolated_app.database.dialect == "postgresql":
        separator = "&" if "?" in url else "?"
        url += f"{separator}options=-cdefault_transaction_read_only%3Don"
        problem = "The database accepts no writes: it is a standby, or read-only for this role."
    else:
        url = f"sqlite:///file:{make_url(url).database}?mode=ro&uri=true"
        problem = "The SQLite file is read-only for this user."
    monkeypatch.setenv("CONSENT_DATABASE_URL", url)
    assert main(["check", "--ini", ini]) == 1
    assert f"Wrong: {problem}" in capsys.readouterr().out


def test_check_asks_redis(
    isolated_app: Application,
    redis_url: str,
    ini: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CONSENT_RATE_LIMIT_STORAGE", redis_url)
    assert main(["check", "--ini", ini]) == 0
    capsys.readouterr()
    monkeypatch.setenv("CONSENT_RATE_LIMIT_STORAGE", f"redis://127.0.0.1:{free_port()}")
    assert main(["check", "--ini", ini]) == 1
    printed = capsys.readouterr().out
    assert "Wrong: consent.rate_limit_storage: Redis cannot be used: " in printed
    assert printed.endswith("1 to fix.\n")


def test_check_finds_nothing_wrong(
    isolated_app: Application, ini: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--ini", ini]) == 0
    assert "Nothing is wrong." in capsys.readouterr().out


def test_check_notices_that_no_worker_runs(
    isolated_app: Application, ini: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with isolated_app.database.transaction() as session:
        enqueue(session, "mail.send", {}, now=utc_now() - timedelta(minutes=47, seconds=30))
    assert main(["check", "--ini", ini]) == 0
    printed = capsys.readouterr().out
    assert "Warning: A job has waited for 47 minutes: no worker runs, or too few." in printed


def test_check_names_a_removed_key_that_is_still_needed(
    isolated_harness: Harness,
    isolated_app: Application,
    ini: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def check(*keys: str) -> str:
        monkeypatch.setenv("CONSENT_SECRET_KEYS", " ".join(keys))
        assert main(["check", "--ini", ini]) == 0
        return capsys.readouterr().out

    person = make_person(isolated_harness.client(), isolated_app.now())
    with isolated_app.database.transaction() as session:
        token = new_token(isolated_app, person.email, new_id())
        unsubscribe(session, isolated_app, token, "confirm")
    old, new = SECRET_KEYS.split()[0], new_secret_key()
    assert "Warning" not in check(new, old)
    removed = old.partition(":")[0]
    places = "mail_suppressions, second_factors"
    warning = f"consent.secret_keys lacks the key {removed}, with which values in {places} are"
    assert f"Warning: {warning} encrypted. Add it" in check(new)
    check(new, old)
    assert main(["keys", "reencrypt", ini]) == 0
    assert "Warning" not in check(new)


def test_check_names_the_workspaces_without_an_owner(
    isolated_app: Application, ini: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for slug, roles in (("kiln", ["admin"]), ("kelp", ["owner", "viewer"]), ("empty", [])):
        add_workspace(isolated_app, slug, roles)
    assert main(["check", "--ini", ini]) == 0
    printed = capsys.readouterr().out
    assert "Warning: Workspaces without an owner: kiln. Ask their members" in printed
    for number in range(10):
        add_workspace(isolated_app, f"kiln-{number}", ["viewer"])
    assert main(["check", "--ini", ini]) == 0
    assert ", kiln-7, kiln-8 and others. Ask" in capsys.readouterr().out


def test_check_names_the_workspaces_whose_owners_are_disabled(
    isolated_app: Application, ini: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for slug, roles in (
        ("kiln", ["owner", "admin"]),
        ("kelp", ["owner"]),
        ("kale", ["owner", "owner"]),
    ):
        add_workspace(isolated_app, slug, roles)
    with Context.of_operator(isolated_app).transaction() as ctx:
        for slug in ("kiln", "kelp", "kale"):
            workspace = get_workspace_by_slug(ctx.session, slug)
            owner, *_ = get_members(ctx.session, workspace.id)
            disable(ctx, owner.email)
    assert main(["check", "--ini", ini]) == 0
    # Nobody could be asked about one whose only member is disabled.
    assert "Workspaces without an owner: kiln. Ask" in capsys.readouterr().out


def test_check_names_the_workspaces_on_a_plan_that_was_removed(
    isolated_app: Application, ini: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for slug, plan in (("kelp", "gone"), ("kiln", "demo"), ("kale", "gone-too")):
        add_workspace(isolated_app, slug, ["owner"])
        with isolated_app.database.transaction() as session:
            session.execute(update(Workspace).filter_by(slug=slug).values(plan=plan))
    assert main(["check", "--ini", ini]) == 0
    warning = "Warning: Workspaces on a plan that consent.plans does not have: kale, kelp. They"
    assert warning in capsys.readouterr().out


def add_workspace(app: Application, slug: str, roles: list[str]) -> None:
    """Add a workspace with a member for each role."""
    now = app.now()
    with app.database.transaction() as session:
        users = [create_user(session, NewUser(f"{new_id()}@example.com"), now) for _ in (0, *roles)]
        workspace = create_workspace(
            session, app.settings, NewWorkspace(slug, "demo"), users[0].id, now
        )
        session.execute(delete(Membership).where(Membership.workspace_id == workspace.id))
        for user, role in zip(users[1:], roles, strict=True):
            join(session, workspace.id, user.id, role, now)


@pytest.mark.parametrize("network", ["0.0.0.0/0", "::/0"])
def test_check_warns_of_trusting_everybody_as_a_proxy(
    isolated_app: Application,
    ini: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    network: str,
) -> None:
    monkeypatch.setenv("CONSENT_TRUSTED_PROXIES", f"10.0.0.0/8, {network}")
    assert main(["check", "--ini", ini]) == 0
    assert f"Warning: consent.trusted_proxies: {network} is every" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("host", "metrics_host", "is_wrong"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("0.0.0.0", "127.0.0.1", True),
        ("127.0.0.2", "127.0.0.1", False),
    ],
)
def test_check_reports_a_port_that_is_used_twice(
    isolated_app: Application,
    ini: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    host: str,
    metrics_host: str,
    is_wrong: bool,
) -> None:
    monkeypatch.setenv("CONSENT_HOST", host)
    monkeypatch.setenv("CONSENT_METRICS_HOST", metrics_host)
    monkeypatch.setenv("CONSENT_METRICS_PORT", "6543")
    assert main(["check", "--ini", ini]) == is_wrong
    problem = "Wrong: consent.metrics_port: The server itself listens on port 6543 (consent.port)."
    assert (problem in capsys.readouterr().out) == is_wrong


def test_check_says_nothing_of_a_port_on_which_the_service_listens(
    isolated_app: Application, ini: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        monkeypatch.setenv("CONSENT_PORT", str(listener.getsockname()[1]))
        assert main(["check", "--ini", ini]) == 0


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("HOST", "192.0.2.1", "consent.host: Cannot listen on 192.0.2.1: "),
        ("HOST", "a..b", "consent.host: Cannot listen on a..b: "),
        ("METRICS_HOST", "192.0.2.1", "consent.metrics_host: Cannot listen on 192.0.2.1: "),
        ("SMTP_URL", "smtp://mail.example:99999", "consent.smtp_url must be smtp://"),
        ("SMTP_URL", "http://mail.example", "consent.smtp_url must be smtp://"),
        ("MAIL_FROM", "<mail@consent.example", "consent.mail_from must be an address"),
        ("REPLICA_URL", "postgresql://127.0.0.1:1/d", "consent.replica_url: The database"),
        ("DATABASE_URL", "postgresql:///d?host=a,b&port=1", "The database URL has another"),
        (
            "REPLICA_URL",
            "sqlite:///{folder}/empty.sqlite",
            "consent.replica_url: The database does",
        ),
    ],
)
def test_check_reports_what_a_server_would_not_start_or_work_with(
    isolated_app: Application,
    ini: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    problem: str,
) -> None:
    monkeypatch.setenv("CONSENT_METRICS_PORT", "9464")
    monkeypatch.setenv(f"CONSENT_{name}", value.format(folder=tmp_path))
    assert main(["check", "--ini", ini]) == 1
    assert f"Wrong: {problem}" in capsys.readouterr().out

"""Rotating the secret keys: earlier data stays valid, and the old key can be removed."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import jwt
import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app import make_app
from consent_app.application import Application, utc_now
from consent_app.cli import main
from consent_app.db.session import Database
from consent_app.maintenance import key_rotation
from consent_app.migrations.migrate import models_metadata
from consent_app.security import totp
from consent_app.security.keyring import KeyRing
from consent_app.settings import new_secret_key, parse_secret_keys
from consent_app.sign_in.models import SecondFactor
from tests.support.account_mails import token_in
from tests.support.factories import (
    PASSWORD,
    Person,
    bearer,
    make_panel,
    make_person,
    make_site,
    register,
)
from tests.support.forwarding import live_client
from tests.support.harness import make_application, make_settings
from tests.support.live_server import LiveServer, start_live_server

ORIGIN = "http://localhost:6543"


@dataclass
class Home:
    """Where a service lives: its ini file, its folder and its database."""

    ini: str
    var_dir: Path
    database_url: str

    @property
    def keys(self) -> Path:
        return self.var_dir / "secret_keys"

    def ring(self) -> list[str]:
        return [key_id for key_id, _ in parse_secret_keys(self.keys.read_text())]

    def sealed_with(self) -> set[str]:
        """Return the ids of the keys that seal the authenticators' secrets."""
        database = Database(self.database_url)
        with database.session(read_only=True) as session:
            sealed = session.scalars(select(SecondFactor.secret_sealed)).all()
        database.dispose()
        return {text.partition(".")[0] for text in sealed}


@pytest.fixture
def home(tmp_path: Path, fresh_database_url: str, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A development service that keeps its own keys, also for commands of this process."""
    ini = tmp_path / "some.ini"
    ini.write_text("[app:main]\nuse = egg:consent-app\nconsent.environment = development\n")
    var_dir = tmp_path / "var"
    monkeypatch.setenv("CONSENT_DATABASE_URL", fresh_database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(var_dir))
    monkeypatch.delenv("CONSENT_SECRET_KEYS", raising=False)
    return Home(str(ini), var_dir, fresh_database_url)


@pytest.fixture
def start(home: Home, project: Path, tmp_path: Path) -> Any:
    """Start the service (again): server and worker, in processes of their own."""
    running: list[LiveServer] = []

    def stop() -> None:
        while running:
            running.pop().stop()

    def started() -> LiveServer:
        stop()
        server = start_live_server(
            project,
            home.database_url,
            home.var_dir,
            tmp_path / "server.log",
            CONSENT_SECRET_KEYS="",
            # The same after restarts, on any port.
            CONSENT_BASE_URL=ORIGIN,
            CONSENT_PUBLIC_ORIGIN=ORIGIN,
        )
        running.append(server)
        return server

    yield started
    stop()


def sign_in(app: TestApp, person: Person) -> str:
    """Sign in with the authenticator's next code; return the account token."""
    body = {"email": person.email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", body, status=200).json["challengeToken"]
    body = {"challengeToken": challenge, "code": person.code(utc_now() + timedelta(seconds=30))}
    token: str = app.post_json("/v1/auth/2fa/verify", body, status=200).json["accountToken"]
    return token


def key_of(token: str) -> str:
    key_id: str = jwt.get_unverified_header(token)["kid"]
    return key_id


def published(app: TestApp) -> list[str]:
    return [key["kid"] for key in app.get("/.well-known/jwks.json", status=200).json["keys"]]


def proof(app: TestApp, receipt: dict[str, Any], status: int) -> None:
    path = f"/v1/public/consents/{receipt['id']}"
    app.get(path, headers=bearer(receipt["proofToken"]), status=status)


def test_earlier_data_stays_valid_and_the_old_key_can_be_removed(
    home: Home, start: Callable[[], LiveServer], capsys: pytest.CaptureFixture[str]
) -> None:
    server = start()
    app = live_client(server.url)
    panel = make_panel(app, utc_now())
    first, second = panel.person, make_person(app, utc_now())
    receipt = make_site(panel).decide().json
    forgetful, challenge = register(app)
    secret = app.post_json("/v1/auth/2fa/setup", {"challengeToken": challenge}).json["secret"]
    app.post_json("/v1/auth/password-reset/request", {"email": forgetful}, status=204)
    (old,) = home.ring()
    assert published(app) == [old]

    # In two steps, while the service runs with its present keys.
    assert main(["keys", "add", home.ini]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "keys promote" in printed.err
    assert stat.S_IMODE(home.keys.stat().st_mode) == 0o600
    former, new = home.ring()
    assert former == old != new
    assert main(["keys", "add", home.ini]) == 2
    assert f"The key {new} was added already." in capsys.readouterr().err
    assert main(["keys", "promote", home.ini]) == 0
    assert "keys reencrypt" in capsys.readouterr().err
    assert home.ring() == [new, old]
    assert main(["keys", "promote", home.ini]) == 2
    assert "There is no added key to promote." in capsys.readouterr().err
    assert published(app) == [old]
    panel.get("/v1/domains", status=200)

    server = start()
    app = panel.app = live_client(server.url)
    assert published(app) == [new, old]
    panel.get("/v1/domains", status=200)
    proof(app, receipt, 200)
    token = sign_in(app, first)
    assert (key_of(first.account_token), key_of(token)) == (old, new)
    pair = app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=200)
    assert key_of(pair.json["accessToken"]) == new
    body = {"challengeToken": challenge, "code": totp.code_at(secret, utc_now())}
    app.post_json("/v1/auth/2fa/setup/confirm", body, status=200)
    # The worker opens what waited, and what is new.
    mail = next(
        mail for mail in reversed(server.mailbox.to(forgetful)) if "Reset" in mail["Subject"]
    )
    body = {"token": token_in(mail), "password": PASSWORD}
    app.post_json("/v1/auth/password-reset/confirm", body, status=204)
    assert server.mailbox.newest(register(app)[0])

    assert home.sealed_with() == {old}
    assert main(["keys", "reencrypt", home.ini]) == 0
    printed = capsys.readouterr()
    assert new in printed.out.splitlines()[0]
    assert old in printed.out.splitlines()[1]
    assert home.sealed_with() == {new}

    # The old key is removed, and with it only what was announced.
    home.keys.write_text(home.keys.read_text().split()[0])
    server = start()
    app = panel.app = live_client(server.url)
    assert published(app) == [new]
    sign_in(app, second)
    app.get("/v1/account", headers=bearer(token), status=200)
    panel.get("/v1/domains", status=401)
    proof(app, receipt, 401)
    assert main(["keys", "reencrypt", home.ini]) == 0
    output = capsys.readouterr().out
    assert output == f"Nothing to do: everything is encrypted with the key {new}.\n"


def application_with_keys(home: Home, *keys: str) -> tuple[Application, TestApp]:
    """The application as started with these keys."""
    settings = make_settings(home.database_url, home.var_dir, secret_keys=" ".join(keys))
    application = make_application(settings)
    return application, TestApp(make_app(application))


def test_with_configured_keys_the_new_value_is_printed(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    old = f"{new_secret_key()},\n {new_secret_key()}"
    monkeypatch.setenv("CONSENT_SECRET_KEYS", old)
    assert main(["keys", "add", home.ini]) == 0
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 1
    assert parse_secret_keys(printed.out)[:2] == parse_secret_keys(old)
    assert printed.out.split()[2].startswith("+")
    assert "CONSENT_SECRET_KEYS" in printed.err
    assert not home.keys.exists()

    # From a file, such as a credential of systemd.
    (tmp_path / "keys").write_text(printed.out)
    monkeypatch.delenv("CONSENT_SECRET_KEYS")
    monkeypatch.setenv("CONSENT_SECRET_KEYS_FILE", str(tmp_path / "keys"))
    assert main(["keys", "promote", home.ini]) == 0
    promoted = capsys.readouterr()
    assert parse_secret_keys(promoted.out) == tuple(
        parse_secret_keys(printed.out)[index] for index in (2, 0, 1)
    )
    path = tmp_path / "keys"
    assert f"the new value of the file {path} (CONSENT_SECRET_KEYS_FILE)." in promoted.err

    monkeypatch.delenv("CONSENT_SECRET_KEYS_FILE")
    with Path(home.ini).open("a") as file:
        file.write(f"consent.secret_keys = {old.split(',')[0]}\n")
    assert main(["keys", "add", home.ini]) == 0
    printed = capsys.readouterr()
    assert len(parse_secret_keys(printed.out)) == 2
    assert "the INI file" in printed.err


def test_rotating_in_one_step_is_refused_with_the_two(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", "rotate", home.ini]) == 2
    assert "keys add" in capsys.readouterr().err


def test_an_added_key_only_reads(home: Home) -> None:
    old, new = new_secret_key(), new_secret_key()
    application, app = application_with_keys(home, old, f"+{new}")
    person = make_person(app, application.now())
    assert key_of(person.account_token) == old.partition(":")[0]
    # Counters and hashes under the oldest key do not change.
    lasting = KeyRing(parse_secret_keys(old)).derive_lasting("x")
    assert application.keys.derive_lasting("x") == lasting
    application.database.dispose()
    application, app = application_with_keys(home, new, old)
    token = sign_in(app, person)
    assert key_of(token) == new.partition(":")[0]
    assert application.keys.derive_lasting("x") == lasting
    application.database.dispose()
    # A process that was restarted after the first step only accepts both.
    application, app = application_with_keys(home, old, f"+{new}")
    for item in (token, person.account_token):
        app.get("/v1/account", headers=bearer(item), status=200)
    application.database.dispose()


def test_data_encrypted_with_an_unknown_key_is_503_and_logged_in_one_line(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    old, new = new_secret_key(), new_secret_key()
    application, app = application_with_keys(home, new)
    person = make_person(app, application.now())
    application.database.dispose()
    application, app = application_with_keys(home, old)
    body = {"email": person.email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", body, status=200).json["challengeToken"]
    caplog.clear()
    body = {"challengeToken": challenge, "code": person.code(utc_now() + timedelta(seconds=30))}
    app.post_json("/v1/auth/2fa/verify", body, status=503)
    (record,) = (item for item in caplog.records if item.levelname == "ERROR")
    assert new.partition(":")[0] in record.getMessage()
    assert record.exc_info is None
    application.database.dispose()


def test_every_encrypted_column_is_reencrypted() -> None:
    """An encrypted column is named like the ones there are."""
    # Suppressions are found by a hash that depends on the key, too.
    others = {"mail_suppressions.address_sealed"}
    expected = {
        str(column)
        for table in models_metadata().tables.values()
        for column in table.columns
        if re.search("seal|encrypt", column.name)
    }
    columns = {str(column) for column in key_rotation.encrypted_columns()}
    advice = "name the purpose: info={ENCRYPTED_FOR: …}, so that keys reencrypt finds the column"
    assert expected - others == columns, advice


def test_reencryption_processes_every_value_once_and_loses_none(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_rotation, "BATCH", 2)
    old, new = new_secret_key(), new_secret_key()
    application, app = application_with_keys(home, old)
    people = [make_person(app, application.now()) for _ in range(5)]
    _, challenge = register(app)
    body = {"challengeToken": challenge}
    secret = app.post_json("/v1/auth/2fa/setup", body, status=200).json["secret"]
    application.database.dispose()

    application, app = application_with_keys(home, new, old)
    people.append(make_person(app, application.now()))
    # Five authenticators, and of the six set-ups the secrets that their challenges hold.
    assert key_rotation.reencrypt(application) == key_rotation.Reencrypted(done=11)
    assert key_rotation.reencrypt(application) == key_rotation.Reencrypted()
    assert home.sealed_with() == {new.partition(":")[0]}
    application.database.dispose()

    application, app = application_with_keys(home, new)
    for person in people:
        sign_in(app, person)
    assert app.post_json("/v1/auth/2fa/setup", body, status=200).json["secret"] == secret
    application.database.dispose()


def test_undecryptable_values_are_counted_and_kept(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = new_secret_key(), new_secret_key()
    application, app = application_with_keys(home, old)
    person = make_person(app, application.now())
    application.database.dispose()
    monkeypatch.setenv("CONSENT_SECRET_KEYS", new)
    assert main(["keys", "reencrypt", home.ini]) == 1
    printed = capsys.readouterr().out
    assert "Nothing to do" not in printed
    places = "1 in second_factors, 1 in one_time_tokens"
    reason = "because their key is not in consent.secret_keys. Add it"
    assert f"Not decrypted: {places}, {reason}" in printed
    assert home.sealed_with() == {old.partition(":")[0]}
    # Nothing is lost that the key would not bring back.
    application, app = application_with_keys(home, new, old)
    sign_in(app, person)
    application.database.dispose()


def test_nothing_can_be_rotated_before_the_first_start(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    # Reading the settings makes the first key; another is added to it.
    assert main(["keys", "add", home.ini]) == 0
    assert len(home.ring()) == 2

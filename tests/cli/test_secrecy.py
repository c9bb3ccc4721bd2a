"""No credential is in any line of the log, and none in an answer that anybody may keep."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import utc_now
from consent_app.cli import main
from consent_app.security import totp
from tests.support.account_mails import token_in
from tests.support.factories import PASSWORD, bearer, make_key, make_panel, make_site, unique
from tests.support.forwarding import live_client
from tests.support.harness import SECRET_KEYS
from tests.support.live_server import LiveServer, start_live_server
from tests.support.secrecy import secrets_in

DEBUG_INI = """
[app:main]
use = egg:consent-app
consent.environment = development

[loggers]
keys = root, sqlalchemy

[handlers]
keys = console

[formatters]
keys = plain

[logger_root]
level = DEBUG
handlers = console

# It keeps its own level where none is set.
[logger_sqlalchemy]
qualname = sqlalchemy
level = DEBUG
handlers =

[handler_console]
class = StreamHandler
args = (sys.stderr,)
level = NOTSET
formatter = plain

[formatter_plain]
format = %(asctime)s %(levelname)s %(name)s: %(message)s
"""


class Watcher:
    """A proxy between a client and the server that records every credential."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app
        self.credentials: set[str] = set()
        self.answers: list[tuple[str, int, dict[str, str]]] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        size = int(environ.get("CONTENT_LENGTH") or 0)
        self.credentials |= secrets_in(environ["wsgi.input"].read(size))
        environ["wsgi.input"].seek(0)
        if credential := environ.get("HTTP_AUTHORIZATION"):
            self.credentials.add(credential.partition(" ")[2])
        media = []

        def start(status: str, headers: list[tuple[str, str]], *exc_info: Any) -> Any:
            by_name = {name.lower(): value for name, value in headers}
            media.append(by_name.get("content-type", ""))
            place = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
            self.answers.append((place, int(status[:3]), by_name))
            return start_response(status, headers, *exc_info)

        content = b"".join(self._app(environ, start))
        # A problem's `code` is not a credential.
        if media == ["application/json"]:
            self.credentials |= secrets_in(content)
        return [content]


def script(app: TestApp, server: LiveServer) -> str:
    """Use every credential there is, right and wrong; return what is in each wrong one."""

    def post(path: str, status: int, credential: str | None = None, /, **body: Any) -> Any:
        headers = bearer(credential) if credential else {}
        response = app.post_json(f"/v1/{path}", body, headers=headers, status=status)
        return response.json if response.body else None

    def mailed(address: str, subject: str) -> str:
        return token_in(
            next(m for m in reversed(wait(server, address, subject)) if subject in m["Subject"])
        )

    panel = make_panel(app, utc_now())
    person, slug = panel.person, panel.organization["slug"]
    token = mailed(person.email, "confirm")
    post("auth/email/verify", 200, person.account_token, token=token)
    challenge = post("auth/account-login", 200, email=person.email, password=PASSWORD)
    code = totp.code_at(person.secret, utc_now() + timedelta(seconds=30))
    session = post("auth/2fa/verify", 200, **only(challenge), code=code)
    login = {"email": person.email, "password": PASSWORD, "orgSlug": slug}
    challenge = post("auth/login", 200, **login)
    pair = post("auth/2fa/verify", 200, **only(challenge), code=person.backup_codes[0])
    pair |= post("auth/refresh", 200, refreshToken=pair["refreshToken"])
    access = pair["accessToken"]
    handoff = post("auth/handoff", 200, access, orgSlug=slug)
    post("auth/handoff/exchange", 200, code=handoff["code"])
    handoff = app.post("/v1/auth/account-handoff", headers=bearer(access), status=200).json
    post("auth/account-handoff/exchange", 200, code=handoff["code"])
    codes = post("account/backup-codes", 200, access, code=person.backup_codes[1])["backupCodes"]
    site = make_site(panel)
    receipt = site.decide().json
    site.decide(formerProofToken=receipt["proofToken"], action="reject_all", **NOTHING)
    assert len(site.receipts()) == 2
    proof = bearer(receipt["proofToken"])
    app.get(f"/v1/public/consents/{receipt['id']}", headers=proof, status=200)
    make_key(panel, scopes=["domains:read"])
    invited = f"{unique('grace')}@example.com"
    post("invitations", 201, access, email=invited, role="viewer")
    accept = {"token": mailed(invited, "invited"), "name": "Grace", "password": "Grace her own 1"}
    enrol_to(app, post("auth/invite/accept", 200, **accept))

    # Everything wrong.
    wrong = f"wrong-{unique()}"
    post("auth/account-login", 401, email=person.email, password=wrong)
    post("auth/login", 401, **{**login, "password": f"{wrong} too"})
    challenge = post("auth/account-login", 200, email=person.email, password=PASSWORD)
    for bad in ("135790", "ZZZZZZZZZZ"):
        post("auth/2fa/verify", 401, **only(challenge), code=bad)
        post("account/backup-codes", 401, access, code=bad)
    post("auth/2fa/verify", 401, challengeToken=f"{wrong}-challenge", code="246802")
    post("auth/2fa/setup", 401, challengeToken=f"{wrong}-set-up")
    post("auth/refresh", 401, refreshToken=f"{wrong}-refresh")
    post("auth/handoff/exchange", 401, code=f"{wrong}-hand-off")
    post("auth/email/verify", 400, token=f"{wrong}-verification")
    post("auth/password-reset/confirm", 400, token=f"{wrong}-reset", password=f"{wrong}-new")
    post("auth/password-reset/confirm", 400, token=f"{wrong}-reset", password="Password123")
    post("auth/invite/accept", 400, token=f"{wrong}.invitation")
    post("auth/identity-provider", 503, idToken=f"{wrong}.id.token")
    post("account/password", 401, access, currentPassword=f"{wrong}?", newPassword=f"{wrong}!")
    post("account/delete", 401, access, password=f"{wrong}-delete", code=codes[0])
    app.get("/v1/account", headers=bearer(f"{wrong}-bearer"), status=401)
    app.get("/v1/api/domains", headers=bearer(f"cmk_{wrong}"), status=401)
    app.get("/v1/account", headers={"Authorization": f"Basic {wrong}-basic"}, status=401)
    app.get("/v1/domains", {"accessToken": f"{wrong}-query"}, headers=bearer(access), status=400)
    app.post(
        "/v1/auth/account-login",
        b'{"email": "x@example.com", "password": "%s-cut' % wrong.encode(),
        headers={"Content-Type": "application/json"},
        status=400,
    )

    # The ends: a replay, a change, a reset, a deletion.
    post("account/password", 204, access, currentPassword=PASSWORD, newPassword="another horse 2")
    post("auth/refresh", 401, refreshToken=panel.refresh_token)
    app.get("/v1/account", headers=bearer(session["accountToken"]), status=401)
    post("auth/password-reset/request", 204, email=person.email)
    body = {"token": mailed(person.email, "Reset"), "password": "a third horse 3"}
    post("auth/password-reset/confirm", 204, **body)
    post("auth/password-reset/confirm", 400, **body)
    challenge = post("auth/account-login", 200, email=person.email, password="a third horse 3")
    session = post("auth/2fa/verify", 200, **only(challenge), code=codes[1])
    body = {"password": "a third horse 3", "code": codes[2]}
    post("account/delete", 409, session["accountToken"], **body)
    post("auth/logout", 204, refreshToken=pair["refreshToken"])
    return wrong


NOTHING = {"analytics": False, "marketing": False, "preferences": False}


def only(challenge: dict[str, Any]) -> dict[str, str]:
    return {"challengeToken": challenge["challengeToken"]}


def enrol_to(app: TestApp, challenge: dict[str, Any]) -> None:
    """Enrol with a challenge of a workspace, whose session is a full one."""
    body = only(challenge)
    secret = app.post_json("/v1/auth/2fa/setup", body, status=200).json["secret"]
    body["code"] = totp.code_at(secret, utc_now())
    app.post_json("/v1/auth/2fa/setup/confirm", body, status=200)


def wait(server: LiveServer, address: str, subject: str) -> list[Any]:
    """Return the emails to ``address`` once there is one about ``subject``."""
    deadline = time.monotonic() + 20
    while True:
        mails = server.mailbox.to(address)
        if any(subject in mail["Subject"] for mail in mails):
            return mails
        assert time.monotonic() < deadline, f"no mail about {subject}"
        time.sleep(0.1)


@pytest.fixture
def server(
    project: Path, fresh_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LiveServer]:
    """A service that logs all that its libraries have to say."""
    ini = tmp_path / "debug.ini"
    ini.write_text(DEBUG_INI)
    monkeypatch.setenv("CONSENT_DATABASE_URL", fresh_database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path / "var"))
    monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)
    server = start_live_server(
        project, fresh_database_url, tmp_path / "var", tmp_path / "server.log", ini=ini
    )
    yield server
    server.stop()


def is_in(credential: str, log: str) -> bool:
    if len(credential) > 6:
        return credential in log
    # Six digits may be part of an instant or an id.
    return re.search(rf"(?<![\w.,:-]){re.escape(credential)}(?![\w.,:-])", log) is not None


def test_no_credential_is_logged_and_no_answer_with_one_may_be_kept(server: LiveServer) -> None:
    watcher = Watcher(live_client(server.url).app)
    wrong = script(TestApp(watcher), server)
    assert len(watcher.credentials) > 90
    server.stop()
    log = server.log.read_text()
    # It is a log of everything: requests, and what the libraries say on debug level.
    assert "POST /v1/auth/2fa/verify 200" in log
    assert " DEBUG " in log
    assert "INSERT INTO one_time_tokens" in log
    assert [credential for credential in watcher.credentials if is_in(credential, log)] == []
    assert wrong not in log
    assert not any(key in log for key in re.split(r"[\s:]", SECRET_KEYS) if len(key) > 16)

    assert len(watcher.answers) > 60
    for place, status, headers in watcher.answers:
        assert headers["cache-control"] == "no-store", place
        assert headers["x-content-type-options"] == "nosniff", place
        assert headers["referrer-policy"] == "no-referrer", place
        assert headers["content-security-policy"].startswith("default-src 'none'"), place
        assert "set-cookie" not in headers, place
        assert ("www-authenticate" in headers) is (status == 401), place


def test_an_operators_commands_print_no_credential_but_the_one_asked_for(
    server: LiveServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ini = str(tmp_path / "debug.ini")
    email = f"{unique()}@example.com"
    for arguments in (
        ["user", "create-owner", email, "--new-workspace", "Kiln", "--ini", ini],
        ["user", "reset-second-factor", email, "--yes", "--ini", ini],
        ["workspace", "set-plan", "kiln", "starter", "--ini", ini],
        ["keys", "reseal", ini],
        ["jobs", "list", ini],
    ):
        assert main(arguments) == 0
    token = token_in(wait(server, email, "invited")[0])
    printed = "".join(capfd.readouterr())
    assert email not in printed.splitlines()[0]
    assert token not in printed
    assert SECRET_KEYS.partition(":")[2] not in printed

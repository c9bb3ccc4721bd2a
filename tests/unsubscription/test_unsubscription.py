"""Unsubscribing by an email's link (docs/decisions.md §8)."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.cli import main
from consent_app.security.keyring import KeyRing
from consent_app.settings import new_secret_key
from consent_app.settings.keys import parse_secret_keys
from consent_app.unsubscription.models import Suppression
from consent_app.unsubscription.service import reencrypt_suppressions
from consent_app.unsubscription.unsubscription import new_token, unsubscribe
from tests.support.factories import unique
from tests.support.harness import Harness

CONFIRM = "/v1/unsubscribe/confirm"
ONE_CLICK = "/v1/unsubscribe/one-click?token="
STATUS = "/v1/unsubscribe/status?token="


@pytest.fixture
def email() -> str:
    return f"{unique('Grace')}@Example.com"


@pytest.fixture
def token(application: Application, email: str) -> str:
    return new_token(application, email, uuid.uuid4())


def rows(application: Application) -> list[Suppression]:
    with application.database.session(read_only=True) as session:
        return list(session.scalars(select(Suppression).order_by(Suppression.id)))


def test_the_page_names_the_address_then_its_button_unsubscribes(
    app: TestApp, email: str, token: str
) -> None:
    before = {"email": email, "alreadyUnsubscribed": False}
    for _ in range(2):
        assert app.get(STATUS + token, status=200).json == before
    done = app.post_json(CONFIRM, {"token": token}, status=200).json
    assert done == {"email": email, "alreadyUnsubscribed": False, "unsubscribed": True}
    assert app.get(STATUS + token, status=200).json == {**before, "alreadyUnsubscribed": True}
    repeated = app.post_json(CONFIRM, {"token": token}, status=200).json
    assert repeated == {"email": email, "alreadyUnsubscribed": True, "unsubscribed": True}


BODIES: dict[str, tuple[bytes, str | None]] = {
    "no body": (b"", None),
    "no body, a type": (b"", "application/x-www-form-urlencoded"),
    "form": (b"List-Unsubscribe=One-Click", "application/x-www-form-urlencoded"),
    "multipart": (
        b'--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n'
        b"One-Click\r\n--x--\r\n",
        "multipart/form-data; boundary=x",
    ),
    "multipart without boundary": (b"One-Click", "multipart/form-data"),
    "json": (b'{"token": "another"}', "application/json"),
    "no json": (b"{", "application/json; charset=x"),
    "any": (b"\xff\x00" * 500, "application/octet-stream"),
    "no type": (b"hello", ""),
    "nonsense type": (b"hello", "a b c"),
    "large": (b"x" * 200_000, "text/plain"),
}


@pytest.mark.parametrize("kind", BODIES)
def test_one_click_takes_whatever_a_provider_sends(
    app: TestApp, email: str, token: str, kind: str
) -> None:
    body, content_type = BODIES[kind]
    for already in (False, True, True):
        request = app.RequestClass.blank(ONE_CLICK + token, method="POST", body=body)
        if content_type is None:
            request.headers.pop("Content-Type", None)
        else:
            request.headers["Content-Type"] = content_type
        request.remote_addr = "2001:db8:77::1"
        response = app.do_request(request, status=200)
        assert response.json == {
            "email": email,
            "alreadyUnsubscribed": already,
            "unsubscribed": True,
        }
        assert "Set-Cookie" not in response.headers


def test_neither_get_nor_head_changes_anything(
    app: TestApp, token: str, application: Application
) -> None:
    before = len(rows(application))
    app.head(STATUS + token, status=200)
    for path in (ONE_CLICK + token, f"{CONFIRM}?token={token}"):
        assert app.get(path, status=405).headers["Allow"] == "OPTIONS, POST"
        app.head(path, status=405)
    assert app.get(STATUS + token).json["alreadyUnsubscribed"] is False
    assert len(rows(application)) == before


def broken(token: str) -> list[str]:
    key_id, _, encoded = token.partition(".")
    middle = len(encoded) // 2
    other_letter = "A" if encoded[middle] != "A" else "B"
    return [
        "x",
        ".",
        encoded,
        f"{key_id}.",
        f"other.{encoded}",
        f"{key_id}.{encoded[:middle]}{other_letter}{encoded[middle + 1 :]}",
        token[:-4],
        token + "AAAA",
        "%00",
        "é",
        "." * 500,
    ]


def test_a_link_that_is_not_ours_is_refused_everywhere(app: TestApp, token: str) -> None:
    codes = set()
    for bad in broken(token):
        for response in (
            app.get(STATUS + bad, status=400),
            app.post(ONE_CLICK + bad, status=400),
            app.post_json(CONFIRM, {"token": bad.replace("%00", "")}, status=400),
        ):
            codes.add(response.json["code"])
    assert codes == {"invalid_link", "validation_failed"}
    for missing in (
        app.get("/v1/unsubscribe/status", status=400),
        app.post("/v1/unsubscribe/one-click", status=400),
        app.post_json(CONFIRM, {}, status=400),
    ):
        assert missing.json["code"] == "validation_failed"
    assert app.get(STATUS + token).json["alreadyUnsubscribed"] is False


def test_tracking_parameters_are_ignored(app: TestApp, token: str) -> None:
    app.get(f"{STATUS}{token}&utm_source=mail", status=200)
    app.post(f"{ONE_CLICK}{token}&utm_source=mail", status=200)


def test_the_list_keeps_where_from_and_hides_the_address(
    app: TestApp, application: Application, email: str
) -> None:
    mails = {"one_click": uuid.uuid4(), "confirm": uuid.uuid4()}
    addresses = {source: f"{source}.{email}" for source in mails}
    before = application.now()
    app.post(ONE_CLICK + new_token(application, addresses["one_click"], mails["one_click"]))
    # Repeats do not change the first entry.
    app.post_json(CONFIRM, {"token": new_token(application, addresses["one_click"], uuid.uuid4())})
    app.post_json(
        CONFIRM, {"token": new_token(application, addresses["confirm"], mails["confirm"])}
    )
    results = {row.mail_id: row for row in rows(application) if row.mail_id in mails.values()}
    assert len(results) == 2
    for source, mail_id in mails.items():
        row = results[mail_id]
        assert row.source == source
        assert before <= row.created_at <= application.now()
        assert addresses[source] not in row.address_sealed
        opened = application.encrypter("suppression").decrypt(row.address_sealed).decode()
        assert opened == addresses[source]
        assert addresses[source].lower().encode() not in row.address_hash


def test_an_address_is_unsubscribed_however_it_is_written(
    app: TestApp, application: Application, email: str, token: str
) -> None:
    app.post(ONE_CLICK + token)
    upper_case_token = new_token(application, email.upper(), uuid.uuid4())
    assert app.get(STATUS + upper_case_token).json == {
        "email": email.upper(),
        "alreadyUnsubscribed": True,
    }


def test_a_token_is_fit_for_a_url_even_of_the_longest_address(application: Application) -> None:
    longest = f"{'ö' * 64}@{'d' * 189}"
    assert len(longest) == 254
    text = new_token(application, longest, uuid.uuid4())
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,512}", text)


def leave(application: Application, token: str) -> bool:
    """Unsubscribe with a token; whether that was so before."""
    with application.database.transaction() as session:
        return unsubscribe(session, application, token, "one_click").was_unsubscribed


def test_a_token_outlives_the_rotation_of_keys(isolated_app: Application, email: str) -> None:
    token, waiting = (
        new_token(isolated_app, address, uuid.uuid4()) for address in (email, f"b.{email}")
    )
    assert not leave(isolated_app, token)
    isolated_app.keys = KeyRing(
        parse_secret_keys(new_secret_key()) + isolated_app.settings.secret_keys
    )
    assert leave(isolated_app, token)
    assert leave(isolated_app, new_token(isolated_app, email, uuid.uuid4()))
    assert not leave(isolated_app, waiting)
    assert leave(isolated_app, new_token(isolated_app, f"b.{email}", uuid.uuid4()))
    assert len(rows(isolated_app)) == 2


def test_resealing_lets_the_older_key_go(isolated_app: Application, email: str) -> None:
    assert not leave(isolated_app, new_token(isolated_app, email, uuid.uuid4()))
    newer = parse_secret_keys(new_secret_key())
    isolated_app.keys = KeyRing(newer + isolated_app.settings.secret_keys)
    assert not leave(isolated_app, new_token(isolated_app, f"b.{email}", uuid.uuid4()))
    (former, _) = rows(isolated_app)
    assert reencrypt_suppressions(isolated_app) == (1, 0)
    assert reencrypt_suppressions(isolated_app) == (0, 0)
    assert rows(isolated_app)[0].address_hash != former.address_hash
    isolated_app.keys = KeyRing(newer)
    for address in (email, f"b.{email}"):
        assert leave(isolated_app, new_token(isolated_app, address, uuid.uuid4()))
    isolated_app.keys = KeyRing(parse_secret_keys(new_secret_key()))
    assert reencrypt_suppressions(isolated_app) == (0, 2)


def test_resealing_joins_what_servers_with_different_keys_have_entered(
    isolated_app: Application, email: str
) -> None:
    older = isolated_app.settings.secret_keys
    newer = parse_secret_keys(new_secret_key())
    isolated_app.keys = KeyRing(newer + older)
    assert not leave(isolated_app, new_token(isolated_app, email, uuid.uuid4()))
    isolated_app.keys = KeyRing(older)
    assert not leave(isolated_app, new_token(isolated_app, email, uuid.uuid4()))
    isolated_app.keys = KeyRing(newer + older)
    assert reencrypt_suppressions(isolated_app) == (1, 0)
    assert [row.key_id for row in rows(isolated_app)] == [isolated_app.keys.primary]


def test_a_network_over_its_limit_has_to_wait(harness: Harness, app: TestApp, token: str) -> None:
    limits = harness.wsgi.registry.api.rate_limits
    assert limits.policies["unsubscribing"].amount == 6000
    limits.add("unsubscribing", 1, 3600)
    try:
        responses = [app.get(STATUS + token, expect_errors=True) for _ in range(11)]
        app.post_json(CONFIRM, {"token": token}, status=429)
        app.post(ONE_CLICK + token, status=429)
    finally:
        limits.add("unsubscribing", 600, 60)
    assert [response.status_int for response in responses] == [200] * 10 + [429]
    assert responses[-1].json["code"] == "rate_limited"


def test_an_operator_enters_what_came_by_mail(
    harness: Harness, app: TestApp, token: str, email: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def application_of(ini: str) -> Iterator[Application]:
        yield harness.application

    monkeypatch.setattr("consent_app.maintenance.mail.application_of", application_of)
    assert main(["mail", "unsubscribe", token]) == 0
    assert app.get(STATUS + token).json["alreadyUnsubscribed"] is True
    assert main(["mail", "unsubscribe", "x"]) == 2

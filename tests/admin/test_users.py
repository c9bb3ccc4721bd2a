"""The operator commands for workspaces, their owners and accounts."""

from __future__ import annotations

import io
import json
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select, update
from webtest import TestApp

from consent_app.application import Application
from consent_app.cli import main
from consent_app.events.models import AuditEvent
from consent_app.workspaces.models import Membership, Workspace
from tests.support.account_mails import (
    last_token,
    mail_about,
    mails_to,
    reset_token,
    text_of,
    token_in,
)
from tests.support.commands import Run, Terminal, read
from tests.support.factories import (
    PASSWORD,
    Panel,
    bearer,
    enrol,
    make_key,
    make_panel,
    make_person,
    register,
    unique,
)
from tests.support.harness import Harness, MovableClock
from tests.support.mail_links import verify_by_mail
from tests.support.members import give_role, join

OWN_PASSWORD = "a horse of another colour"


def workspace(application: Application, slug: str) -> Workspace:
    with application.database.session(read_only=True) as session:
        return session.scalars(select(Workspace).where(Workspace.slug == slug)).one()


def roles(application: Application, slug: str) -> list[tuple[str, str]]:
    with application.database.session(read_only=True) as session:
        rows = session.execute(
            select(Membership.user_id, Membership.role)
            .join(Workspace, Workspace.id == Membership.workspace_id)
            .where(Workspace.slug == slug)
        )
        return [(str(row.user_id), row.role) for row in rows]


def operator_events(application: Application, **where: Any) -> list[str]:
    with application.database.session(read_only=True) as session:
        return list(
            session.scalars(
                select(AuditEvent.event)
                .filter_by(actor_kind="operator", **where)
                .order_by(AuditEvent.id)
            )
        )


def set_password(app: TestApp, token: str, status: int = 204) -> None:
    body = {"token": token, "password": OWN_PASSWORD}
    app.post_json("/v1/auth/password-reset/confirm", body, status=status)


def login(app: TestApp, email: str, password: str, status: int = 200) -> dict[str, Any]:
    body = {"email": email, "password": password}
    answer: dict[str, Any] = app.post_json("/v1/auth/account-login", body, status=status).json
    return answer


def test_a_workspace_is_made_for_a_verified_account(
    harness: Harness,
    app: TestApp,
    application: Application,
    ini: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    person = make_person(app, application.now())
    name = unique("Kiln ")
    arguments = ["workspace", "create", name, "--owner", person.email.upper()]
    # The person who registered the address may be anybody.
    assert main([*arguments, "--ini", ini]) == 2
    assert "has not verified it" in capsys.readouterr().err
    verify_by_mail(harness, app, person.email)
    assert main([*arguments, "--plan", "business", "--ini", ini]) == 0
    slug, plan, origin = capsys.readouterr().out.strip().split("\t")
    assert (slug, plan) == (name.lower().replace(" ", "-"), "business")
    assert slug in origin
    assert roles(application, slug) == [(person.user_id, "owner")]
    created = workspace(application, slug)
    assert (created.name, created.plan_ends_at, created.suspended_at) == (name, None, None)
    assert operator_events(application, workspace_id=created.id) == ["workspace.created"]
    account = app.get("/v1/account", headers=bearer(person.account_token)).json
    assert account["workspaces"][0]["organization"]["slug"] == slug


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["workspace", "create", "Kiln", "--owner", "nobody@example.com"], "No account"),
        (["workspace", "set-plan", "no-such-workspace", "business"], "No workspace"),
        (["user", "create-owner", "x@example.com", "--workspace", "no-such-one"], "No workspace"),
        (["user", "create-owner", "x@example.com", "--new-workspace", "http://x"], "name"),
        (["user", "create-owner", "not an address", "--new-workspace", "Kiln"], "address"),
        (
            ["user", "create-owner", "x@example.com", "--new-workspace", "Kiln", "--plan", "gold"],
            "demo, starter, business, enterprise",
        ),
        (
            ["user", "create-owner", "x@example.com", "--new-workspace", "Kiln", "--plan", ""],
            # As of a variable of a script that is not set: the default plan has no limit.
            "There is no plan ''.",
        ),
        (
            ["user", "create-owner", "x@example.com", "--workspace", "kiln", "--plan", "demo"],
            "Use `workspace set-plan` instead.",
        ),
        (["user", "reset-second-factor", "nobody@example.com"], "No account"),
    ],
)
def test_missing_objects_are_reported_and_nothing_is_done(
    application: Application,
    ini: str,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    expected: str,
) -> None:
    assert main([*arguments, "--ini", ini]) == 2
    printed = capsys.readouterr()
    assert expected in printed.err
    assert printed.out == ""
    assert main(["user", "reset-second-factor", "x@example.com", "--ini", ini]) == 2


def test_a_plan_brings_a_suspended_workspace_back(
    app: TestApp, application: Application, clock: MovableClock, ini: str
) -> None:
    panel = make_panel(app, clock())
    slug = panel.organization["slug"]
    with application.database.transaction() as session:
        session.execute(
            update(Workspace)
            .where(Workspace.slug == slug)
            .values(plan="demo", plan_ends_at=clock(), suspended_at=clock())
        )
    panel.get("/v1/domains", status=403)
    assert main(["workspace", "set-plan", slug, "starter", "--ini", ini]) == 0
    panel.get("/v1/domains", status=200)
    created = workspace(application, slug)
    assert (created.plan, created.plan_ends_at, created.suspended_at) == ("starter", None, None)
    body = panel.get("/v1/audit-events", params={"event": "workspace.plan_set"}).json
    assert [(event["actorKind"], event["detail"]) for event in body] == [
        ("operator", [{"name": "plan", "before": "demo", "after": "starter"}])
    ]


def test_an_owner_is_made_with_an_account_and_a_mailed_link(
    harness: Harness,
    app: TestApp,
    application: Application,
    clock: MovableClock,
    ini: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    email, name = f"{unique()}@example.com", unique("Kiln ")
    assert main(["user", "create-owner", email, "--new-workspace", name, "--ini", ini]) == 0
    printed = capsys.readouterr().out
    assert f"An email is on its way to {email}." in printed
    slug = printed.split("\t")[0]
    assert "token" not in printed
    (mail,) = mails_to(harness, email)
    assert "invited" in str(mail["Subject"])
    assert name in " ".join(text_of(mail).split())
    login(app, email, OWN_PASSWORD, 401)
    set_password(app, token_in(mail))
    set_password(app, token_in(mail), 400)
    # The membership outlives the proof of the address.
    challenge = login(app, email, OWN_PASSWORD)
    assert challenge["twoFactorSetupRequired"] is True
    person = enrol(app, email, challenge["challengeToken"], clock())
    assert roles(application, slug) == [(person.user_id, "owner")]
    assert operator_events(application, subject_id=UUID(person.user_id)) == [
        "account.vouched_for",
        "workspace.created",
    ]
    body = {"email": email, "password": OWN_PASSWORD, "orgSlug": slug}
    assert app.post_json("/v1/auth/login", body, status=200).json["twoFactorRequired"] is True


def test_the_link_is_printed_where_it_is_asked_for(
    harness: Harness,
    app: TestApp,
    application: Application,
    clock: MovableClock,
    ini: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    email = f"{unique()}@example.com"
    arguments = [
        "user",
        "create-owner",
        email,
        "--new-workspace",
        "Kiln",
        "--print-link",
        "--ini",
        ini,
    ]
    assert main(arguments) == 0
    link = capsys.readouterr().out.splitlines()[1]
    assert link.startswith(f"{application.settings.public_origin}/reset#token=")
    assert mails_to(harness, email) == []
    clock.move(days=6, hours=23)
    set_password(app, link.partition("=")[2])
    assert main(arguments) == 0
    assert "already has a password" in capsys.readouterr().out
    assert main([*arguments, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["email"], row["link"], row["mailed"]) == (email, None, False)


def test_a_forgotten_password_is_reset_without_mail(
    run: Run, harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    person = make_person(app, application.now())
    verify_by_mail(harness, app, person.email)
    harness.run_jobs("mail.send")
    before = len(mails_to(harness, person.email))
    link = read(run, "user", "reset-password", person.email)["link"]
    assert run("user", "reset-password", person.email).startswith(
        f"{application.settings.public_origin}/reset#token="
    )
    harness.run_jobs("mail.send")
    assert len(mails_to(harness, person.email)) == before
    # The password is valid until another one is set.
    login(app, person.email, PASSWORD)
    set_password(app, link.partition("=")[2])
    login(app, person.email, PASSWORD, status=401)
    login(app, person.email, OWN_PASSWORD)
    events = operator_events(application, subject_id=UUID(person.user_id))
    assert events == ["password.reset_requested"] * 2
    late = read(run, "user", "reset-password", person.email)["link"]
    clock.move(minutes=40)
    set_password(app, late.partition("=")[2], status=400)
    run("user", "disable", person.email)
    assert "user enable" in run("user", "reset-password", person.email, status=2)
    assert "account" in run("user", "reset-password", f"{unique()}@example.com", status=2)


def test_a_reset_without_mail_leaves_an_unverified_person_in_their_workspace(
    run: Run, app: TestApp, panel: Panel
) -> None:
    email = panel.person.email
    refusal = run("user", "reset-password", email, status=2)
    assert "`consent-app user verify`" in refusal
    run("user", "verify", email, "--yes")
    link = read(run, "user", "reset-password", email)["link"]
    set_password(app, link.partition("=")[2])
    body = {"email": email, "password": OWN_PASSWORD, "orgSlug": panel.organization["slug"]}
    app.post_json("/v1/auth/login", body, status=200)


def test_an_owner_with_an_account_keeps_it(
    harness: Harness, app: TestApp, application: Application, ini: str
) -> None:
    panel = make_panel(app, application.now())
    person = make_person(app, application.now())
    verify_by_mail(harness, app, person.email)
    slug = panel.organization["slug"]
    assert main(["user", "create-owner", person.email, "--workspace", slug, "--ini", ini]) == 0
    assert (person.user_id, "owner") in roles(application, slug)
    app.get("/v1/account", headers=bearer(person.account_token), status=200)
    assert login(app, person.email, PASSWORD)["twoFactorRequired"] is True
    mail = mail_about(harness, person.email, "invited")
    assert "token" not in text_of(mail)


def test_a_member_is_raised_to_owner(
    harness: Harness, app: TestApp, application: Application, ini: str
) -> None:
    panel = make_panel(app, application.now())
    slug = panel.organization["slug"]
    verify_by_mail(harness, app, panel.person.email)
    give_role(application, panel, "viewer")
    assert (
        main(["user", "create-owner", panel.person.email, "--workspace", slug, "--ini", ini]) == 0
    )
    assert roles(application, slug) == [(panel.person.user_id, "owner")]


def test_a_previous_registrant_keeps_nothing(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock, ini: str
) -> None:
    email, challenge = register(app)
    thief = enrol(app, email, challenge, clock())
    arguments = ["user", "create-owner", email, "--new-workspace", "Kiln", "--ini", ini]
    assert main(arguments) == 0
    app.get("/v1/account", headers=bearer(thief.account_token), status=401)
    login(app, email, PASSWORD, 401)
    set_password(app, last_token(harness, email, "invited"))
    assert login(app, email, OWN_PASSWORD)["twoFactorSetupRequired"] is True


def test_a_second_factor_is_reset(
    harness: Harness,
    app: TestApp,
    application: Application,
    clock: MovableClock,
    ini: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    panel = make_panel(app, clock())
    person = panel.person
    challenge = login(app, person.email, PASSWORD)["challengeToken"]
    slug = panel.organization["slug"]
    handoff = panel.post("/v1/auth/handoff", {"orgSlug": slug}, status=200).json["code"]
    reset = ["user", "reset-second-factor", person.email.upper(), "--ini", ini]
    for stdin in (Terminal("n\n"), io.StringIO()):
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(reset) == 1
        panel.get("/v1/domains")
    assert main([*reset, "--yes"]) == 0
    clock.move(seconds=30)
    panel.get("/v1/domains", status=401)
    app.get("/v1/account", headers=bearer(person.account_token), status=401)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=401)
    app.post_json("/v1/auth/handoff/exchange", {"code": handoff}, status=401)
    for code in (person.code(clock()), person.backup_codes[0]):
        body = {"challengeToken": challenge, "code": code}
        app.post_json("/v1/auth/2fa/verify", body, status=401)
    assert mail_about(harness, person.email, "authenticator")
    assert (
        operator_events(application, subject_id=UUID(person.user_id))[-1] == "second_factor.reset"
    )
    # The password is unchanged, and the next sign-in enrols a new authenticator.
    answer = login(app, person.email, PASSWORD)
    assert answer["twoFactorSetupRequired"] is True
    reenrolled = enrol(app, person.email, answer["challengeToken"], clock())
    assert reenrolled.user_id == person.user_id
    assert reenrolled.secret != person.secret


def test_an_account_is_disabled_and_enabled(
    harness: Harness,
    app: TestApp,
    clock: MovableClock,
    ini: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    panel = make_panel(app, clock())
    inviting = make_panel(app, clock())
    email, key = panel.person.email, make_key(panel)
    verify_by_mail(harness, app, email)
    verify_by_mail(harness, app, inviting.person.email)
    open_challenge = login(app, email, PASSWORD)["challengeToken"]
    reset = reset_token(harness, app, email)
    inviting.post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    invitation = {"token": last_token(harness, email, "invited")}
    assert main(["user", "disable", email.upper(), "--ini", ini]) == 0
    assert "cannot sign in until" in capsys.readouterr().out
    mails = len(mails_to(harness, email))
    assert main(["user", "disable", email, "--ini", ini]) == 0
    assert capsys.readouterr().out == "Nothing to do: it is already disabled.\n"
    assert len(mails_to(harness, email)) == mails
    panel.get("/v1/domains", status=401)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=401)
    wrong = login(app, email, "wrong", 401)
    assert login(app, email, PASSWORD, 401) == wrong
    clock.move(minutes=1)
    code = {"challengeToken": open_challenge, "code": panel.person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", code, status=401)
    set_password(app, reset, 400)
    mails = len(mails_to(harness, email))
    app.post_json("/v1/auth/password-reset/request", {"email": email}, status=204)
    assert len(mails_to(harness, email)) == mails
    app.post_json("/v1/auth/invite/accept", invitation, status=400)
    # The key is the workspace's.
    app.get("/v1/api/domains", headers=bearer(key), status=200)
    assert main(["user", "enable", email, "--ini", ini]) == 0
    assert "twoFactorRequired" in login(app, email, PASSWORD)
    panel.get("/v1/domains", status=401)


def test_a_disabled_accounts_invitations_end(
    run: Run, harness: Harness, app: TestApp, panel: Panel
) -> None:
    colleague = join(harness, panel, "owner")
    stranger, other = f"{unique('stranger')}@example.com", f"{unique('other')}@example.com"
    colleague.post("/v1/invitations", {"email": stranger, "role": "owner"}, status=201)
    panel.post("/v1/invitations", {"email": other, "role": "viewer"}, status=201)
    run("user", "disable", colleague.person.email)
    token = {"token": last_token(harness, stranger, "invited")}
    app.post_json("/v1/auth/invite", token, status=400)
    new = {**token, "name": "A stranger", "password": OWN_PASSWORD}
    app.post_json("/v1/auth/invite/accept", new, status=400)
    assert [row["email"] for row in panel.get("/v1/invitations").json] == [other]
    ended = {"event": "invitation.ended"}
    assert len(panel.get("/v1/audit-events", params=ended).json) == 1


def test_an_accounts_sessions_are_ended(
    harness: Harness, app: TestApp, clock: MovableClock, ini: str
) -> None:
    panel = make_panel(app, clock())
    email = panel.person.email
    assert main(["user", "end-sessions", email, "--ini", ini]) == 0
    panel.get("/v1/domains", status=401)
    app.get("/v1/account", headers=bearer(panel.person.account_token), status=401)
    assert "twoFactorRequired" in login(app, email, PASSWORD)
    assert mail_about(harness, email, "signed out everywhere")
    assert main(["user", "end-sessions", "nobody@example.com", "--ini", ini]) == 2


def test_an_account_is_shown_and_its_verification_sent_again(
    run: Run, harness: Harness, app: TestApp, panel: Panel
) -> None:
    details = read(run, "user", "show", panel.person.email)
    assert details["authenticator"] is True
    assert details["verifiedAt"] is None
    assert details["workspaces"] == [{"slug": panel.organization["slug"], "role": "owner"}]
    assert not {"passwordHash", "secret"} & set(details)
    email, _ = register(app)
    before = len(mails_to(harness, email))
    assert "on its way" in run("user", "resend-verification", email)
    assert len(mails_to(harness, email)) == before + 1
    run("user", "verify", email, "--yes")
    count = len(mails_to(harness, email))
    assert "Nothing to do" in run("user", "resend-verification", email)
    assert len(mails_to(harness, email)) == count
    assert "No account" in run("user", "show", "nobody@example.com", status=2)


def test_accounts_are_listed_verified_and_deleted(run: Run, app: TestApp) -> None:
    register(app)
    email, _ = register(app)
    newest = read(run, "user", "list", "--limit", "1")[0]
    assert (newest["email"], newest["verified"]) == (email, False)
    older = read(run, "user", "list", "--limit", "1", "--cursor", newest["id"])
    assert older[0]["email"] != email
    assert read(run, "user", "verify", email, "--yes")["changed"] is True
    assert read(run, "user", "verify", email, "--yes")["changed"] is False
    assert read(run, "user", "show", email)["verifiedAt"] is not None
    assert read(run, "user", "delete", email, "--yes")["id"] == newest["id"]
    unknown = f"No account has the address {email}. `consent-app user list` lists the accounts."
    for action in ("show", "verify", "delete", "enable", "resend-verification"):
        assert run("user", action, email, status=2) == f"consent-app: {unknown}\n"


def test_an_address_verified_by_an_operator_leaves_the_credentials_in_doubt(
    run: Run, harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    email = make_person(app, clock()).email
    assert read(run, "user", "verify", email, "--yes")["changed"] is True
    body = {"token": reset_token(harness, app, email), "password": OWN_PASSWORD}
    app.post_json("/v1/auth/password-reset/confirm", body, status=204)
    credentials = {"email": email, "password": OWN_PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", credentials, status=200).json
    # The factor was that of the person who registered the address.
    assert "twoFactorSetupRequired" in challenge


def test_the_last_member_leaves_a_suspended_workspace(run: Run, panel: Panel) -> None:
    slug = panel.organization["slug"]
    run("user", "delete", panel.person.email, "--yes")
    details = read(run, "workspace", "show", slug)
    assert (details["members"], details["suspended"]) == ([], True)

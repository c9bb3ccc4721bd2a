"""Choosing one's notification emails."""

from __future__ import annotations

import uuid
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy.orm import Session

from consent_app.accounts.service import lock_user
from consent_app.application import Application
from consent_app.notifications.notification_types import MAILS
from consent_app.notifications.queries import replace_choices
from consent_app.unsubscription.unsubscription import new_token
from tests.support.concurrent_calls import again
from tests.support.factories import Panel, bearer, make_panel
from tests.support.harness import Harness
from tests.support.members import inviting, join, verify_address
from tests.support.notices import PREFERENCES, choose
from tests.support.waiting import call_within
from tools.yaml_files import read_yaml


def mails(panel: Panel) -> dict[str, bool]:
    """Return which emails the panel's person gets in its workspace."""
    (workspace,) = [
        item
        for item in panel.get(PREFERENCES, status=200).json["workspaces"]
        if item["organization"] == panel.organization
    ]
    return {mail["id"]: mail["enabled"] for mail in workspace["mails"]}


def test_each_role_has_its_mails_and_its_defaults(harness: Harness, panel: Panel) -> None:
    admin, viewer = join(harness, panel, "admin"), join(harness, panel, "viewer")
    for member, role in ((panel, "owner"), (admin, "admin"), (viewer, "viewer")):
        expected = {mail.id: mail.default for mail in MAILS if role in mail.roles}
        assert mails(member) == expected
    assert {item for item, on in mails(panel).items() if on} == {
        "member_joined",
        "verification_failed",
        "weekly_summary",
    }
    assert "weekly_summary" not in mails(admin)
    assert mails(viewer) == {"banner_published": False}


def test_the_catalogue_and_the_document_name_the_same_mails(project: Path) -> None:
    schemas = read_yaml(project / "openapi.yaml")["components"]["schemas"]
    advice = "MailNotificationId of openapi.yaml and MAILS list the same emails in the same order"
    assert schemas["MailNotificationId"]["enum"] == [mail.id for mail in MAILS], advice


def test_a_new_choice_replaces_the_former_one(panel: Panel) -> None:
    answer = choose(panel, member_joined=False, banner_published=True)
    assert answer == panel.get(PREFERENCES).json
    assert not mails(panel)["member_joined"]
    assert mails(panel)["banner_published"]
    choose(panel, weekly_summary=False)
    assert mails(panel)["member_joined"]
    assert not mails(panel)["banner_published"]
    assert not mails(panel)["weekly_summary"]
    panel.put(PREFERENCES, {"workspaces": []}, status=200)
    assert not mails(panel)["weekly_summary"]


def test_both_tokens_of_a_person_do(panel: Panel) -> None:
    app, account = panel.app, bearer(panel.person.account_token)
    assert app.get(PREFERENCES, headers=account, status=200).json == panel.get(PREFERENCES).json
    body = {
        "workspaces": [
            {
                "organizationId": panel.organization["id"],
                "mails": [{"id": "member_joined", "enabled": False}],
            }
        ]
    }
    app.put_json(PREFERENCES, body, headers=account, status=200)
    assert not mails(panel)["member_joined"]
    app.get(PREFERENCES, status=401)


def test_invalid_values_are_named(harness: Harness, panel: Panel, application: Application) -> None:
    viewer, admin = join(harness, panel, "viewer"), join(harness, panel, "admin")
    refused = choose(viewer, status=400, banner_published=True, member_joined=True)
    assert refused["errors"] == [
        {"pointer": "#/workspaces/0/mails/1/id", "message": "is not sent to viewers"}
    ]
    (refused_admin,) = choose(admin, status=400, weekly_summary=True)["errors"]
    assert refused_admin["message"] == "is not sent to admins"
    assert not mails(viewer)["banner_published"]
    choose(panel, status=400, no_such_mail=True)
    panel.put(PREFERENCES, {}, status=400)
    other_panel = make_panel(harness.client(), application.now())
    twice = {"id": "member_joined", "enabled": True}
    for organization, status in (
        (other_panel.organization["id"], 404),
        (str(uuid.uuid4()), 404),
        ("x", 400),
    ):
        body = {"workspaces": [{"organizationId": organization, "mails": [twice]}]}
        panel.put(PREFERENCES, body, status=status)
    body = {"workspaces": [{"organizationId": panel.organization["id"], "mails": [twice, twice]}]}
    panel.put(PREFERENCES, body, status=400)


def test_only_the_recipient_can_resubscribe(
    harness: Harness, panel: Panel, application: Application
) -> None:
    token = new_token(application, panel.person.email, uuid.uuid4())
    panel.app.post(f"/v1/unsubscribe/one-click?token={token}", status=200)
    assert panel.get(PREFERENCES).json["unsubscribed"] is True
    refused = panel.put(PREFERENCES, {"subscribe": True}, status=400).json
    assert [part["pointer"] for part in refused["errors"]] == ["#/subscribe"]
    verify_address(harness, panel)
    panel.put(PREFERENCES, {"subscribe": False}, status=200)
    assert panel.get(PREFERENCES).json["unsubscribed"] is True
    answer = panel.put(PREFERENCES, {"subscribe": True}, status=200).json
    assert (answer["unsubscribed"], answer["emailVerified"]) == (False, True)
    unsubscribed = panel.app.post(f"/v1/unsubscribe/one-click?token={token}", status=200).json
    assert unsubscribed["alreadyUnsubscribed"] is False


def test_choices_go_with_the_membership(harness: Harness, panel: Panel) -> None:
    member = join(harness, panel, "admin")
    choose(member, member_joined=False)
    (row,) = [item for item in panel.get("/v1/members").json if item["role"] == "admin"]
    panel.delete(f"/v1/members/{row['id']}", status=204)
    back = join_again(harness, panel, member)
    assert mails(back)["member_joined"]


def join_again(harness: Harness, panel: Panel, member: Panel) -> Panel:
    """Invite a former member again, and sign them in by a hand-off: a new panel."""
    from tests.support.account_mails import last_token

    email = member.person.email
    inviting(panel).post("/v1/invitations", {"email": email, "role": "admin"}, status=201)
    token = last_token(harness, email, "invited")
    challenge = member.app.post_json("/v1/auth/invite/accept", {"token": token}, status=200).json
    body = {
        "challengeToken": challenge["challengeToken"],
        "code": member.person.backup_codes[0],
    }
    answer = member.app.post_json("/v1/auth/2fa/verify", body, status=200).json
    return Panel(
        member.app,
        member.person,
        answer["accessToken"],
        answer["refreshToken"],
        answer["organization"],
    )


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_of_two_simultaneous_choices_the_later_one_replaces_the_earlier_one(
    harness: Harness, application: Application, panel: Panel
) -> None:
    workspace_id, user_id = UUID(panel.organization["id"]), UUID(panel.person.user_id)

    def choose_first(session: Session) -> None:
        lock_user(session, user_id)
        replace_choices(session, workspace_id, user_id, {"banner_published": True})

    other = again(harness, panel)
    call_within(application, choose_first, lambda: choose(other, weekly_summary=False)).result()
    assert not mails(panel)["weekly_summary"]
    assert not mails(panel)["banner_published"]

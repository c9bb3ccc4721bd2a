"""Members: roles, removal, leaving, and that a workspace always keeps an owner."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from webtest import TestApp

from consent_app.account.deletion import delete_account_of
from consent_app.application import Application
from consent_app.context import Context
from consent_app.registration.admin import disable
from consent_app.workspaces.service import join as rejoin
from tests.support.account_mails import last_token
from tests.support.address_changes import change_address
from tests.support.audit import audit_events
from tests.support.factories import PASSWORD, Panel, make_panel, make_site
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting, join
from tests.support.row_search import columns_with


@pytest.fixture
def owner(app: TestApp, application: Application) -> Panel:
    return make_panel(app, application.now())


def members(panel: Panel) -> dict[str, dict[str, Any]]:
    """Return the members by address."""
    return {member["email"]: member for member in panel.get("/v1/members", status=200).json}


def path(panel: Panel, of: Panel) -> str:
    """Return the path of a member."""
    return f"/v1/members/{members(panel)[of.person.email]['id']}"


def test_any_member_sees_all_in_the_order_of_joining(harness: Harness, owner: Panel) -> None:
    viewer = join(harness, owner, "viewer")
    listed = viewer.get("/v1/members", status=200).json
    assert [(member["email"], member["role"]) for member in listed] == [
        (owner.person.email, "owner"),
        (viewer.person.email, "viewer"),
    ]
    assert listed[0]["userId"] == owner.person.user_id
    assert listed[0]["name"] == "Ada Lovelace"
    assert listed[0]["joinedAt"].endswith("Z")


def test_a_new_role_applies_with_the_next_request(harness: Harness, owner: Panel) -> None:
    member = join(harness, owner, "viewer")
    member.post("/v1/api-keys", {"name": "x"}, status=403)
    changed = owner.patch(path(owner, member), {"role": "admin"}, status=200).json
    assert changed == members(owner)[member.person.email]
    assert changed["role"] == "admin"
    member.post("/v1/api-keys", {"name": "x"}, status=201)
    (event,) = audit_events(owner, event="member.role_changed")
    assert event["subjectId"] == member.person.user_id
    assert event["detail"] == [{"name": "role", "before": "viewer", "after": "admin"}]
    owner.patch(path(owner, member), {"role": "admin"}, status=200)
    assert len(audit_events(owner, event="member.role_changed")) == 1


def test_nobody_reaches_above_their_own_role(harness: Harness, owner: Panel) -> None:
    admin, viewer = join(harness, owner, "admin"), join(harness, owner, "viewer")
    peer = join(harness, owner, "viewer")
    for caller, of, role in (
        (admin, viewer, "owner"),
        (admin, admin, "owner"),
        (admin, owner, "viewer"),
        (viewer, viewer, "admin"),
        (viewer, admin, "viewer"),
    ):
        refused = caller.patch(path(owner, of), {"role": role}, status=403)
        assert refused.json["code"] == "forbidden"
    for caller, of in ((admin, owner), (viewer, admin), (viewer, owner), (viewer, peer)):
        assert caller.delete(path(owner, of), status=403).json["code"] == "forbidden"
    roles = [member["role"] for member in members(owner).values()]
    assert sorted(roles) == ["admin", "owner", "viewer", "viewer"]
    admin.patch(path(owner, viewer), {"role": "admin"}, status=200)
    owner.patch(path(owner, viewer), {"role": "owner"}, status=200)


def test_a_removed_members_sessions_end_and_stay_ended(harness: Harness, owner: Panel) -> None:
    member = join(harness, owner, "admin")
    key = member.post("/v1/api-keys", {"name": "Stays"}, status=201).json["id"]
    owner.delete(path(owner, member), status=204)
    assert member.get("/v1/members", status=401).json["code"] == "unauthenticated"
    refresh = {"refreshToken": member.refresh_token}
    member.app.post_json("/v1/auth/refresh", refresh, status=401)
    assert [row["id"] for row in owner.get("/v1/api-keys").json] == [key]
    (event,) = audit_events(owner, event="member.removed")
    assert event["subjectId"] == member.person.user_id
    # Back as a member, the former session stays what it is.
    inviting(owner).post(
        "/v1/invitations", {"email": member.person.email, "role": "viewer"}, status=201
    )
    from tests.support.account_mails import last_token

    token = last_token(harness, member.person.email, "invited")
    member.app.post_json("/v1/auth/invite/accept", {"token": token}, status=200)
    assert member.person.email in members(owner)
    member.get("/v1/members", status=401)
    member.app.post_json("/v1/auth/refresh", refresh, status=401)


def test_anybody_but_the_last_owner_may_leave(harness: Harness, owner: Panel) -> None:
    viewer, second = join(harness, owner, "viewer"), join(harness, owner, "owner")
    viewer.delete(path(owner, viewer), status=204)
    viewer.get("/v1/members", status=401)
    assert [event["actorId"] for event in audit_events(owner, event="member.left")] == [
        viewer.person.user_id
    ]
    owner.delete(path(owner, owner), status=204)
    assert second.delete(path(second, second), status=409).json["code"] == "last_owner"
    demoted = second.patch(path(second, second), {"role": "admin"}, status=409)
    assert demoted.json["code"] == "last_owner"
    assert members(second)[second.person.email]["role"] == "owner"


def test_an_owner_whose_account_is_disabled_is_no_other_owner(
    harness: Harness, application: Application, owner: Panel
) -> None:
    second = join(harness, owner, "owner")
    with Context.of_operator(application).transaction() as ctx:
        disable(ctx, second.person.email)
    for refused in (
        owner.patch(path(owner, owner), {"role": "admin"}, status=409),
        owner.delete(path(owner, owner), status=409),
        delete_own_account(owner),
    ):
        assert refused.json["code"] == "last_owner"
    # The other one can be demoted and removed all the same.
    owner.patch(path(owner, second), {"role": "viewer"}, status=200)
    owner.patch(path(owner, second), {"role": "owner"}, status=200)
    owner.delete(path(owner, second), status=204)


def test_an_operator_deletes_one_of_two_disabled_owners(
    harness: Harness, application: Application, owner: Panel
) -> None:
    second = join(harness, owner, "owner")
    for panel in (owner, second):
        with Context.of_operator(application).transaction() as ctx:
            disable(ctx, panel.person.email)
    with Context.of_operator(application).transaction() as ctx:
        delete_account_of(ctx, second.person.email)


def delete_own_account(panel: Panel) -> Any:
    """Return the refusal of deleting the account."""
    body = {"password": PASSWORD, "code": panel.person.backup_codes[0]}
    return panel.post("/v1/account/delete", body, status=409)


def test_members_of_another_workspace_are_nobodys(
    harness: Harness, app: TestApp, application: Application, owner: Panel
) -> None:
    other_owner = make_panel(app, application.now())
    for at in (path(owner, owner), f"/v1/members/{uuid.uuid4()}"):
        assert other_owner.patch(at, {"role": "viewer"}, status=404).json["code"] == "not_found"
        assert other_owner.delete(at, status=404).json["code"] == "not_found"
    other_owner.patch("/v1/members/x", {"role": "viewer"}, status=400)
    owner.patch(path(owner, owner), {"role": "king"}, status=400)
    app.get("/v1/members", status=401)


def invitations(panel: Panel) -> dict[str, str]:
    """Return the roles that are open, by the address invited."""
    listed = panel.get("/v1/invitations", status=200).json
    return {member["email"]: member["role"] for member in listed}


def test_an_invitation_does_not_outlive_its_inviter(harness: Harness, owner: Panel) -> None:
    removed = join(harness, owner, "owner")
    address = f"{uuid.uuid4().hex}@example.com"
    inviting(owner).post("/v1/invitations", {"email": address, "role": "owner"}, status=201)
    email = f"{uuid.uuid4().hex}@example.com"
    inviting(removed).post("/v1/invitations", {"email": email, "role": "owner"}, status=201)
    token = last_token(harness, email, "invited")
    owner.delete(path(owner, removed), status=204)
    assert invitations(owner) == {address: "owner"}
    body = {"token": token, "name": "A puppet", "password": PASSWORD}
    harness.client().post_json("/v1/auth/invite/accept", body, status=400)


def test_an_invitation_to_another_workspace_outlives_a_removal(
    harness: Harness, app: TestApp, application: Application, owner: Panel
) -> None:
    removed = inviting(make_panel(app, application.now()))
    own = {"email": f"{uuid.uuid4().hex}@example.com", "role": "viewer"}
    removed.post("/v1/invitations", own, status=201)
    invitation = {"email": removed.person.email, "role": "admin"}
    inviting(owner).post("/v1/invitations", invitation, status=201)
    token = {"token": last_token(harness, removed.person.email, "invited")}
    app.post_json("/v1/auth/invite/accept", token, status=200)
    owner.delete(path(owner, removed), status=204)
    assert invitations(removed) == {own["email"]: "viewer"}


def test_a_lower_role_revokes_the_invitations_above_it(harness: Harness, owner: Panel) -> None:
    demoted = inviting(join(harness, owner, "owner"))
    sent = {role: f"{role}-{uuid.uuid4().hex}@example.com" for role in ("owner", "admin", "viewer")}
    for role, email in sent.items():
        demoted.post("/v1/invitations", {"email": email, "role": role}, status=201)
    owner.patch(path(owner, demoted), {"role": "admin"}, status=200)
    assert set(invitations(owner).values()) == {"admin", "viewer"}
    owner.patch(path(owner, demoted), {"role": "viewer"}, status=200)
    assert invitations(owner) == {}


def test_the_end_of_an_invitation_that_nobody_revoked_is_recorded(
    harness: Harness, owner: Panel
) -> None:
    admin, leaving, deleted = (inviting(join(harness, owner, "admin")) for _ in range(3))

    def invite(panel: Panel, email: str | None = None) -> str:
        body = {"email": email or f"{uuid.uuid4().hex}@example.com", "role": "admin"}
        answer: dict[str, str] = panel.post("/v1/invitations", body, status=201).json
        emails[answer["id"]] = answer["email"]
        return answer["id"]

    def ended() -> set[str]:
        return {event["subjectId"] for event in audit_events(owner, event="invitation.ended")}

    emails: dict[str, str] = {}
    ids = [invite(admin)]
    # A newer one, a lower role, leaving, and a deleted account.
    last = invite(admin, emails[ids[0]])
    assert ended() == {*ids}
    owner.patch(path(owner, admin), {"role": "viewer"}, status=200)
    ids += [last, invite(leaving), invite(deleted)]
    leaving.delete(path(leaving, leaving), status=204)
    with Context.of_operator(harness.application).transaction() as ctx:
        delete_account_of(ctx, deleted.person.email)
    assert ended() == {*ids}
    # Those that a member revokes have their own event, and only that.
    revoked = invite(inviting(owner))
    owner.delete(f"/v1/invitations/{revoked}", status=204)
    assert ended() == {*ids}
    assert [event["subjectId"] for event in audit_events(owner, event="invitation.revoked")] == [
        revoked
    ]


def test_leaving_revokes_the_members_invitations(harness: Harness, owner: Panel) -> None:
    leaving = inviting(join(harness, owner, "admin"))
    email = f"{uuid.uuid4().hex}@example.com"
    leaving.post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    leaving.delete(path(leaving, leaving), status=204)
    assert invitations(owner) == {}


def known_addresses(owner: Panel, member: Panel, domain: str) -> set[str]:
    """Return the member's addresses by which the workspace shows who did something."""
    banner = f"/v1/domains/{domain}/banner"
    version, versions = owner.get(f"{banner}/versions/1").json, owner.get(f"{banner}/versions").json
    people = [row["publishedBy"] for row in (version, *versions)]
    people += [owner.get(banner).json["updatedBy"]]
    people += [key["createdBy"] for key in owner.get("/v1/api-keys").json]
    events = audit_events(owner, actorId=member.person.user_id)
    return {person["email"] for person in people} | {event["actorEmail"] for event in events}


def test_each_workspace_knows_a_person_by_the_address_of_its_own_membership(
    harness: Harness, app: TestApp, application: Application, owner: Panel
) -> None:
    person = make_panel(app, application.now())
    other = inviting(make_panel(app, application.now()))
    invited = inviting(person).person.email
    addresses = {}
    for panel in (owner, other):
        body = {"email": invited, "role": "admin"}
        inviting(panel).post("/v1/invitations", body, status=201)
        token = {"token": last_token(harness, invited, "invited")}
        app.post_json("/v1/auth/invite/accept", token, status=200)

    def known(panel: Panel) -> set[str]:
        return {event["actorEmail"] for event in audit_events(panel, event="invitation.accepted")}

    # A member of one, a former one of the other; and then a former one of both.
    for panel in (owner, other):
        addresses[panel.person.email] = email = change_address(application, person.person.user_id)
        panel.delete(f"/v1/members/{members(panel)[email]['id']}", status=204)
        latest = change_address(application, person.person.user_id)
        assert known(owner) == {addresses[owner.person.email]}
    assert known(other) == {addresses[other.person.email]}
    assert latest not in addresses.values()


def test_a_former_member_is_known_by_the_address_they_left_with(
    harness: Harness, application: Application, owner: Panel, clock: MovableClock
) -> None:
    member = join(harness, owner, "admin")
    workspace_id, user_id = owner.organization["id"], member.person.user_id
    domain = make_site(member).id
    banner = f"/v1/domains/{domain}/banner"
    member.put(banner, member.get(banner).json["banner"], status=200)
    assert known_addresses(owner, member, domain) == {member.person.email}
    for _ in range(2):
        # The workspace sees a member's new address, but no later one once they have left.
        email = change_address(application, user_id)
        assert known_addresses(owner, member, domain) == {email}
        owner.delete(f"/v1/members/{members(owner)[email]['id']}", status=204)
        change_address(application, user_id)
        assert known_addresses(owner, member, domain) == {email}
        # Back as a member, they are known by their present address only.
        with application.database.transaction() as session:
            rejoin(session, uuid.UUID(workspace_id), uuid.UUID(user_id), "admin", clock())
        assert columns_with(application, email) == set()

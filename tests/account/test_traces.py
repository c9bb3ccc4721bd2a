"""What the database still contains about a person after their account is deleted."""

from __future__ import annotations

from webtest import TestApp

from consent_app.application import Application
from consent_app.notifications.jobs import forget_events
from consent_app.workspaces.invitations import purge
from tests.support.account_mails import mails_to
from tests.support.factories import PASSWORD, Panel, bearer, make_panel, unique
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting, join
from tests.support.row_search import columns_with


def use(owner: Panel, member: Panel, app: TestApp, mark: str) -> None:
    """Do what leaves rows: keys, invitations, changes, wrong passwords, requested emails."""
    token = bearer(member.access_token)
    member.app.patch_json("/v1/account", {"name": f"Name {mark}"}, headers=token, status=200)
    member.post("/v1/api-keys", {"name": "Reports"}, status=201)
    invitation = {"email": f"{unique('guest')}@example.com", "role": "viewer"}
    inviting(member).post("/v1/invitations", invitation, status=201)
    email = member.person.email
    wrong = {"email": email, "password": "wrong wrong", "orgSlug": owner.organization["slug"]}
    app.post_json("/v1/auth/login", wrong, status=401)
    app.post_json("/v1/auth/password-reset/request", {"email": email}, status=204)
    new = {
        "email": f"new.{email}",
        "password": PASSWORD,
        "code": member.person.backup_codes[1],
    }
    member.app.post_json("/v1/account/email", new, headers=token, status=204)
    row = next(row for row in owner.get("/v1/members").json if row["email"] == email)
    owner.app.patch_json(
        f"/v1/members/{row['id']}",
        {"role": "viewer"},
        headers=bearer(owner.access_token),
        status=200,
    )


def delete(harness: Harness, member: Panel) -> None:
    """Delete the member's account, and let every job run."""
    member.app.post_json(
        "/v1/account/delete",
        {"password": PASSWORD, "code": member.person.backup_codes[0]},
        headers=bearer(member.access_token),
        status=204,
    )
    mails_to(harness, member.person.email)


def test_a_deleted_account_leaves_no_name_and_no_address(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    mark = unique("zoe").replace("-", "")
    owner = inviting(make_panel(app, clock()))
    member = join(harness, owner, "admin", f"{mark}@example.com")
    use(owner, member, app, mark)
    assert {"users.email", "users.name"} < columns_with(application, mark)
    delete(harness, member)
    # As docs/personal-data.md says: the feed keeps it 30 days, an invitation until a day after its
    # end.
    assert columns_with(application, mark) == {
        "invitations.email",
        "invitations.email_key",
        "workspace_events.subject",
    }
    clock.move(days=31)
    purge(application, {})
    forget_events(application, {})
    assert columns_with(application, mark) == set()


def test_a_deleted_accounts_id_stays_in_the_audit_log_as_a_subject_only(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    owner = inviting(make_panel(app, clock()))
    member = join(harness, owner, "admin")
    use(owner, member, app, "Zoe")
    user_id = member.person.user_id
    assert "sessions.user_id" in columns_with(application, user_id)
    delete(harness, member)
    assert columns_with(application, user_id) == {"audit_events.subject_id"}

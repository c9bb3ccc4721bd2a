"""Members of a workspace, added like real ones: invited by email, then enrolled."""

from __future__ import annotations

from uuid import UUID

from consent_app.accounts.service import mark_verified
from consent_app.application import Application
from consent_app.security import totp
from consent_app.workspaces.membership_queries import set_role
from tests.support.account_mails import last_token
from tests.support.factories import PASSWORD, Panel, Person, unique
from tests.support.harness import Harness
from tests.support.mail_links import verify_by_mail


def join(harness: Harness, panel: Panel, role: str = "viewer", email: str | None = None) -> Panel:
    """Invite someone without an account to the panel's workspace; return their own panel."""
    email = email or f"{unique(role)}@example.com"
    app = harness.client()
    inviting(panel, harness.application).post(
        "/v1/invitations", {"email": email, "role": role}, status=201
    )
    token = last_token(harness, email, "invited")
    body = {"token": token, "name": f"The {role}", "password": PASSWORD}
    challenge = app.post_json("/v1/auth/invite/accept", body, status=200).json["challengeToken"]
    challenged = {"challengeToken": challenge}
    secret = app.post_json("/v1/auth/2fa/setup", challenged, status=200).json["secret"]
    code = totp.code_at(secret, harness.application.now())
    answer = app.post_json(
        "/v1/auth/2fa/setup/confirm", {**challenged, "code": code}, status=200
    ).json
    person = Person(
        email=email,
        password=PASSWORD,
        secret=secret,
        backup_codes=answer["backupCodes"],
        account_token="",
        user_id=answer["user"]["id"],
    )
    return Panel(app, person, answer["accessToken"], answer["refreshToken"], answer["organization"])


def verify_address(harness: Harness, panel: Panel) -> Panel:
    """Verify the address of the panel's signed-in person with the link in their mail."""
    verify_by_mail(harness, panel.app, panel.person.email, panel.access_token)
    return panel


def give_role(
    application: Application, panel: Panel, role: str, person: Person | None = None
) -> None:
    """Give the panel's person, or another member of its workspace, a role, without an event."""
    member = person or panel.person
    with application.database.transaction() as session:
        set_role(session, UUID(panel.organization["id"]), UUID(member.user_id), role)


def inviting(panel: Panel, application: Application | None = None) -> Panel:
    """Mark the address of the panel's person as verified without an email, so that they can invite.

    ``application`` is the service's, if the panel's client has none.
    """
    application = application or panel.app.application
    assert isinstance(application, Application)
    with application.database.transaction() as session:
        mark_verified(session, UUID(panel.person.user_id), application.now())
    return panel

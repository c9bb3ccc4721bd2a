"""Accepting an invitation: joining a workspace, with an account or by making one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from consent_app.accounts.service import (
    User,
    create_user,
    find_user_by_email,
    lock_user,
    mark_confirmed,
    new_password_hash,
)
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import (
    FieldError,
    InvalidLink,
    SignupClosed,
    ValidationFailed,
    WorkspaceSuspended,
)
from consent_app.sign_in import challenges
from consent_app.sign_in.takeover import prove_address
from consent_app.text import trimmed
from consent_app.workspaces.service import (
    claim_invitation,
    find_invitation,
    find_workspace,
    happened,
    is_suspended,
    join,
)


@dataclass(frozen=True, slots=True)
class NewPerson:
    """What someone without an account says of themselves."""

    name: str | None
    password_hash: str | None


def accept_invitation(
    session: Session,
    app: Application,
    source: Source,
    *,
    token: str,
    name: str | None,
    password: str | None,
) -> dict[str, Any]:
    """Claim an invitation and return the challenge of a sign-in to its workspace.

    An address with a confirmed account joins directly; where it has no second factor, the session
    that this leads to is bound to the workspace: a link is no sign-in. Any other needs name and
    password, and an account that was never confirmed is emptied first (``takeover``). Raises
    InvalidLink, ValidationFailed, SignupClosed, WorkspaceSuspended, passwords.BusyError. Call it
    before ``session`` has begun.
    """
    person = _prepared(app, token, name, password)
    now = app.now()
    invitation = find_invitation(session, token, now)
    if invitation is None or not claim_invitation(session, invitation.id, now):
        raise InvalidLink
    workspace = find_workspace(session, invitation.workspace_id)
    if workspace is None:
        raise InvalidLink
    if is_suspended(workspace, now):
        raise WorkspaceSuspended
    user = _user(session, app, source, invitation.email, person)
    if join(session, workspace.id, user.id, invitation.role, now):
        happened(session, app, workspace.id, "member_joined", subject=user.email)
    event = Event("invitation.accepted", user.id, workspace.id, invitation.id)
    record(session, app, source, event)
    # Whoever has just set name and password has no other means; whoever has an account does.
    by_link = person.password_hash is None
    return challenges.begin(session, user.id, now, workspace_id=workspace.id, by_link=by_link)


def _prepared(app: Application, token: str, name: str | None, password: str | None) -> NewPerson:
    # What takes long or may be refused is done before the transaction that claims.
    with app.database.session(read_only=True) as reader:
        invitation = find_invitation(reader, token, app.now())
        if invitation is None:
            raise InvalidLink
        user = find_user_by_email(reader, invitation.email)
        workspace = find_workspace(reader, invitation.workspace_id)
        names = (name, invitation.email, workspace.name if workspace is not None else None)
    if user is not None and user.disabled_at is not None:
        raise InvalidLink
    if user is not None and user.confirmed_at is not None:
        return NewPerson(None, None)
    if user is None and app.settings.signup == "closed":
        raise SignupClosed
    field_errors = [
        FieldError(f"#/{field}", "is needed: this address has no account yet")
        for field, value in (("name", name), ("password", password))
        if value is None
    ]
    if field_errors or password is None:
        raise ValidationFailed(field_errors=tuple(field_errors))
    return NewPerson(trimmed(name), new_password_hash(app, password, names=names))


def _user(
    session: Session, app: Application, source: Source, email: str, person: NewPerson
) -> User:
    now = app.now()
    user = find_user_by_email(session, email)
    if user is None and person.password_hash is not None:
        user = create_user(
            session,
            email=email,
            password_hash=person.password_hash,
            name=person.name,
            organization_name=None,
            now=now,
            locale=source.language,
        )
        mark_confirmed(session, user.id, now)
        return user
    if user is None:
        # The account was deleted between the two looks.
        raise InvalidLink
    user = lock_user(session, user.id) or user
    if prove_address(session, user, now):
        user.name, user.password_hash = person.name, person.password_hash
        user.locale = source.language
        session.flush()
    return user

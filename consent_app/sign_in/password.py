"""Signing in with a password: to the account, or to a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import (
    User,
    check_password,
    find_user_by_email,
    lock_user,
    renewed_hash,
    set_password_hash,
)
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record, refused
from consent_app.errors import AppError, InvalidCredentials, WorkspaceSuspended
from consent_app.security.passwords import BusyError
from consent_app.sign_in import challenges, guessing, lockout
from consent_app.workspaces.service import access_by_slug, is_suspended


@dataclass(frozen=True, slots=True)
class Checked:
    """A password that was looked at: ``user`` is None where it is not right.

    ``account_id`` is whose address it was, right or not; for the audit log alone. ``password_hash``
    is the hash that it was compared with.
    """

    user: User | None
    password_hash: str | None
    account_id: UUID | None
    attempts: list[guessing.Attempt]
    rehashed: str | None


def account_login(
    session: Session, app: Application, source: Source, *, email: str, password: str
) -> dict[str, Any]:
    """Check a password and return the challenge of an account session.

    Raises InvalidCredentials, RateLimited, passwords.BusyError. Call it before ``session`` has
    begun: attempts are counted in a transaction of their own.
    """
    checked = check(app, source, email, password)
    if checked.user is None:
        raise _refusal(app, source, checked)
    return _challenge(session, app, source, checked.user, checked)


def workspace_login(
    session: Session, app: Application, source: Source, *, email: str, password: str, slug: str
) -> dict[str, Any]:
    """Check a password and a membership, and return the challenge of a workspace session.

    Wrong password, unknown address, unknown workspace and no member of it are one
    InvalidCredentials, at one cost. Raises WorkspaceSuspended after that alone; RateLimited and
    passwords.BusyError as ``account_login``.
    """
    checked = check(app, source, email, password)
    access = access_by_slug(session, checked.user.id if checked.user else None, slug)
    if checked.user is None or access is None:
        raise _refusal(app, source, checked)
    if is_suspended(access.workspace, app.now()):
        raise WorkspaceSuspended
    return _challenge(session, app, source, checked.user, checked, access.workspace.id)


def check(app: Application, source: Source, email: str, password: str) -> Checked:
    """Count an attempt and look at the password, at one cost whether or not there is an account.

    Call it with no transaction open. Raises RateLimited and passwords.BusyError.
    """
    attempts = lockout.count_password(app, source, email)
    with app.database.session(read_only=True) as reader:
        user = find_user_by_email(reader, email)
    with guessing.release_if_busy(app, attempts):
        right = check_password(app, user, password)
    if not right or user is None or user.disabled_at is not None:
        return Checked(None, None, user.id if user else None, attempts, None)
    try:
        rehashed = renewed_hash(app, user, password)
    except BusyError:
        # The next sign-in renews it.
        rehashed = None
    return Checked(user, user.password_hash, user.id, attempts, rehashed)


def _refusal(app: Application, source: Source, checked: Checked) -> AppError:
    # Written in each of the four branches alike, so that none takes longer than another.
    event = Event("sign_in.password", checked.account_id)
    return InvalidCredentials().then(refused(app, source, event))


def _challenge(
    session: Session,
    app: Application,
    source: Source,
    user: User,
    checked: Checked,
    workspace_id: UUID | None = None,
) -> dict[str, Any]:
    # The password was looked at outside of this transaction: it must still be the one, or whoever
    # knew the old one would get past a reset or a proof of address made meanwhile.
    now = lock_user(session, user.id)
    if now is None or now.disabled_at or now.password_hash != checked.password_hash:
        raise _refusal(app, source, checked)
    guessing.release(session, checked.attempts)
    if checked.rehashed is not None:
        set_password_hash(session, user.id, checked.rehashed)
    record(session, app, source, Event("sign_in.password", user.id, workspace_id))
    return challenges.begin(session, user.id, app.now(), workspace_id=workspace_id)

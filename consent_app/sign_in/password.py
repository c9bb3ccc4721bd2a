"""Signing in with a password: to the account, or to a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import (
    User,
    check_password,
    email_key,
    find_user_by_email,
    renewed_hash,
    set_password_hash,
)
from consent_app.errors import InvalidCredentials, WorkspaceSuspended
from consent_app.runtime import Runtime
from consent_app.sign_in import challenges, guessing
from consent_app.workspaces.service import access_by_slug, is_suspended


@dataclass(frozen=True, slots=True)
class _Checked:
    """A password that was looked at: ``user`` is None where it is not right."""

    user: User | None
    attempts: list[guessing.Attempt]
    rehashed: str | None


def account_login(
    session: Session, runtime: Runtime, *, email: str, password: str, address: str
) -> dict[str, Any]:
    """Check a password and return the challenge of an account session.

    ``address`` is the block of network addresses that failures are counted against.
    Raises InvalidCredentials, RateLimited, passwords.BusyError. Call it before ``session`` has
    begun: attempts are counted in a transaction of their own.
    """
    checked = _check(runtime, email, password, address)
    if checked.user is None:
        raise InvalidCredentials
    return _challenge(session, runtime, checked.user, checked)


def workspace_login(
    session: Session, runtime: Runtime, *, email: str, password: str, slug: str, address: str
) -> dict[str, Any]:
    """Check a password and a membership, and return the challenge of a workspace session.

    Wrong password, unknown address, unknown workspace and no member of it are one
    InvalidCredentials, at one cost. Raises WorkspaceSuspended after that alone; RateLimited and
    passwords.BusyError as ``account_login``.
    """
    checked = _check(runtime, email, password, address)
    access = access_by_slug(session, checked.user.id if checked.user else None, slug)
    if checked.user is None or access is None:
        raise InvalidCredentials
    if is_suspended(access.workspace, runtime.now()):
        raise WorkspaceSuspended
    return _challenge(session, runtime, checked.user, checked, access.workspace.id)


def _check(runtime: Runtime, email: str, password: str, address: str) -> _Checked:
    with runtime.database.side_transaction() as side:
        attempts = guessing.count(
            runtime,
            side,
            {
                guessing.PASSWORD_OF_ACCOUNT: email_key(email),
                guessing.PASSWORD_FROM_ADDRESS: address,
            },
        )
    with runtime.database.session(read_only=True) as reader:
        user = find_user_by_email(reader, email)
    if not check_password(runtime, user, password) or user is None:
        return _Checked(None, attempts, None)
    return _Checked(user, attempts, renewed_hash(runtime, user, password))


def _challenge(
    session: Session,
    runtime: Runtime,
    user: User,
    checked: _Checked,
    workspace_id: UUID | None = None,
) -> dict[str, Any]:
    guessing.take_back(session, checked.attempts)
    if checked.rehashed is not None:
        set_password_hash(session, user.id, checked.rehashed)
    return challenges.begin(session, user.id, runtime.now(), workspace_id=workspace_id)

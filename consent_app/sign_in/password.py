"""Signing in with a password: to the account, or to a workspace."""

from __future__ import annotations

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


def account_login(
    session: Session, runtime: Runtime, *, email: str, password: str, address: str
) -> dict[str, Any]:
    """Check a password and return the challenge of an account session.

    ``address`` is the block of network addresses that failures are counted against.
    Raises InvalidCredentials, RateLimited, passwords.BusyError. Call it before ``session`` has
    begun: attempts are counted in a transaction of their own.
    """
    user, attempts = _checked(runtime, email, password, address)
    if user is None:
        raise InvalidCredentials
    return _challenge(session, runtime, user, password, attempts)


def workspace_login(
    session: Session, runtime: Runtime, *, email: str, password: str, slug: str, address: str
) -> dict[str, Any]:
    """Check a password and a membership, and return the challenge of a workspace session.

    Wrong password, unknown address, unknown workspace and no member of it are one
    InvalidCredentials, at one cost. Raises WorkspaceSuspended after that alone; RateLimited and
    passwords.BusyError as ``account_login``.
    """
    user, attempts = _checked(runtime, email, password, address)
    access = access_by_slug(session, user.id if user else None, slug)
    if user is None or access is None:
        raise InvalidCredentials
    if is_suspended(access.workspace, runtime.now()):
        raise WorkspaceSuspended
    return _challenge(session, runtime, user, password, attempts, workspace_id=access.workspace.id)


def _challenge(
    session: Session,
    runtime: Runtime,
    user: User,
    password: str,
    attempts: list[guessing.Attempt],
    workspace_id: UUID | None = None,
) -> dict[str, Any]:
    # First of all, while no transaction is open: it takes as long as a check.
    rehashed = renewed_hash(runtime, user, password)
    guessing.take_back(session, attempts)
    if rehashed is not None:
        set_password_hash(session, user.id, rehashed)
    return challenges.begin(session, user.id, runtime.now(), workspace_id=workspace_id)


def _checked(
    runtime: Runtime, email: str, password: str, address: str
) -> tuple[User | None, list[guessing.Attempt]]:
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
    return (user if check_password(runtime, user, password) else None), attempts

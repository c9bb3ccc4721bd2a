"""Counters against guessing: failures of one subject within a moving window.

A failure is counted before the check it guards, in a transaction of its own that holds the
subject's row: a parallel burst is counted one by one and evaluates no more than the limit, and a
refusal's rollback forgets nothing. A success takes its own count back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.errors import RateLimited
from consent_app.security.macs import subject_hash
from consent_app.security.passwords import BusyError
from consent_app.sign_in.models import AttemptWindow

DEVELOPMENT_FACTOR = 10


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``failures`` within ``window``."""

    failures: int
    window: timedelta


PASSWORD_OF_ACCOUNT = "password"  # noqa: S105 - a name, not a password
PASSWORD_FROM_ADDRESS = "password_address"  # noqa: S105 - a name, not a password
PASSWORD_IN_NETWORK = "password_known"  # noqa: S105 - a name, not a password
CODE_OF_ACCOUNT = "code"
CODE_IN_NETWORK = "code_known"

_CODES = (Limit(10, timedelta(minutes=5)), Limit(50, timedelta(days=1)))
LIMITS: dict[str, tuple[Limit, ...]] = {
    PASSWORD_OF_ACCOUNT: (Limit(10, timedelta(minutes=5)),),
    PASSWORD_FROM_ADDRESS: (Limit(50, timedelta(minutes=5)),),
    PASSWORD_IN_NETWORK: (Limit(10, timedelta(minutes=5)),),
    CODE_OF_ACCOUNT: _CODES,
    CODE_IN_NETWORK: _CODES,
}
_NAMES = {PASSWORD_IN_NETWORK: PASSWORD_OF_ACCOUNT, CODE_IN_NETWORK: CODE_OF_ACCOUNT}
"""What the answer calls a window: it does not tell whether the network is known."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One counted attempt, to be taken back when it succeeds."""

    kind: str
    subject: bytes
    instant: int


def count(app: Application, session: Session, subjects: dict[str, str]) -> list[Attempt]:
    """Count an attempt against each ``{kind: subject}`` in ``session``, a side transaction.

    Raises RateLimited, having counted nothing, when a window is full. Commit before the check.
    """
    now = app.now()
    instant = int(now.timestamp() * 1000)
    factor = _factor(app)
    windows = [
        (_locked(session, kind, subject_hash(app.keys, subject), now), LIMITS[kind])
        for kind, subject in sorted(subjects.items())
    ]
    for window, limits in windows:
        _refuse_full(window, limits, instant, factor)
    attempts = []
    for window, limits in windows:
        oldest = instant - max(_milliseconds(limit.window) for limit in limits)
        window.instants = [*(i for i in window.instants if i > oldest), instant]
        window.updated_at = now
        attempts.append(Attempt(window.kind, window.subject, instant))
    return attempts


def release(session: Session, attempts: list[Attempt]) -> None:
    """Take successful attempts back, in the transaction that the success commits."""
    for attempt in attempts:
        window = session.scalars(
            select(AttemptWindow)
            .where(AttemptWindow.kind == attempt.kind, AttemptWindow.subject == attempt.subject)
            .with_for_update()
        ).one_or_none()
        if window is not None and attempt.instant in window.instants:
            left = list(window.instants)
            left.remove(attempt.instant)
            session.execute(
                update(AttemptWindow)
                .where(AttemptWindow.kind == attempt.kind, AttemptWindow.subject == attempt.subject)
                .values(instants=left)
                .execution_options(synchronize_session=False)
            )


@contextmanager
def release_if_busy(app: Application, attempts: list[Attempt]) -> Iterator[None]:
    """Take ``attempts`` back where the check within was not made for want of a place.

    What nobody looked at is no wrong guess: else a burst of strangers would keep the right owner
    out for as long as the window is. BusyError goes on to the caller.
    """
    try:
        yield
    except BusyError:
        with app.database.autonomous_transaction() as side:
            release(side, attempts)
        raise


def clear(app: Application, session: Session, kind: str, subject: str) -> None:
    """Forget the failures of one subject, in the caller's transaction."""
    session.execute(
        update(AttemptWindow)
        .where(AttemptWindow.kind == kind, AttemptWindow.subject == subject_hash(app.keys, subject))
        .values(instants=[])
        .execution_options(synchronize_session=False)
    )


def claim_telling(
    app: Application, session: Session, kind: str, subject: str, again_after: timedelta
) -> bool:
    """Whether the person is to be told now that a window is full: once within ``again_after``."""
    now = app.now()
    window = _locked(session, kind, subject_hash(app.keys, subject), now)
    if window.told_at is not None and window.told_at > now - again_after:
        return False
    try:
        instant = int(now.timestamp() * 1000)
        _refuse_full(window, LIMITS[kind], instant, _factor(app))
    except RateLimited:
        window.told_at = now
        return True
    return False


def purge(session: Session, now: datetime) -> None:
    """Delete windows that no limit looks back to."""
    longest = max(limit.window for limits in LIMITS.values() for limit in limits)
    session.execute(delete(AttemptWindow).where(AttemptWindow.updated_at < now - longest))


def _factor(app: Application) -> int:
    return DEVELOPMENT_FACTOR if app.settings.development else 1


def _locked(session: Session, kind: str, subject: bytes, now: datetime) -> AttemptWindow:
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    session.execute(
        dialect.insert(AttemptWindow)
        .values(kind=kind, subject=subject, instants=[], updated_at=now)
        .on_conflict_do_nothing()
    )
    return session.scalars(
        select(AttemptWindow)
        .where(AttemptWindow.kind == kind, AttemptWindow.subject == subject)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one()


def _refuse_full(
    window: AttemptWindow, limits: tuple[Limit, ...], instant: int, factor: int
) -> None:
    for limit in limits:
        allowed = limit.failures * factor
        recent = sorted(i for i in window.instants if i > instant - _milliseconds(limit.window))
        if len(recent) >= allowed:
            until = recent[len(recent) - allowed] + _milliseconds(limit.window)
            seconds = max(1, -(-(until - instant) // 1000))
            name = f'"{_NAMES.get(window.kind, window.kind)}"'
            raise RateLimited(
                headers={
                    "Retry-After": str(seconds),
                    "RateLimit": f"{name};r=0;t={seconds}",
                    "RateLimit-Policy": (
                        f"{name};q={allowed};w={int(limit.window.total_seconds())}"
                    ),
                }
            )


def _milliseconds(window: timedelta) -> int:
    return window // timedelta(milliseconds=1)

"""Throttling of passwords and codes: failures of an account or a network in a moving window.

A failure is counted before the check that it guards, in a separate transaction that locks the
window's row. So parallel attempts are counted one by one, no more than the limit are evaluated,
and a refusal's rollback does not undo the count. A success releases its own attempt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.context import Context
from consent_app.errors import RateLimited
from consent_app.events.event import Event
from consent_app.rate_limits import DEVELOPMENT_FACTOR
from consent_app.security.macs import holder_hash
from consent_app.security.passwords import BusyError
from consent_app.sign_in import queries
from consent_app.sign_in.models import AttemptWindow

PURGE = "sign_in.purge"
PURGE_EVERY_SECONDS = 3600


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
"""The name of a window in responses. It does not reveal whether the network is known."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One counted attempt, to be released if it succeeds."""

    kind: str
    holder_hash: bytes
    instant: int


def count_attempts(ctx: Context, holders: dict[str, str]) -> list[Attempt]:
    """Count an attempt against each ``{kind: holder}`` in an autonomous transaction.

    Raises RateLimited, without counting anything, if a window is full. Commit before the check.
    """
    now, app = ctx.now(), ctx.app
    instant = int(now.timestamp() * 1000)
    windows = [
        queries.lock_window(ctx.session, kind, holder_hash(app.keys, holder), now)
        for kind, holder in sorted(holders.items())
    ]
    for window in windows:
        headers = _headers_if_full(app, window, instant)
        if headers is not None:
            raise RateLimited(headers=headers)
    attempts = []
    for window in windows:
        longest = max(_milliseconds(limit.window) for limit in LIMITS[window.kind])
        # Those ahead are kept: servers whose clocks differ would forget each other's.
        window.instants = [*(past for past in window.instants if past > instant - longest), instant]
        window.updated_at = now
        attempts.append(Attempt(window.kind, window.holder_hash, instant))
    return attempts


def release(session: Session, attempts: list[Attempt]) -> None:
    """Release successful attempts, in the transaction that commits the success."""
    for attempt in attempts:
        window = queries.lock_existing_window(session, attempt.kind, attempt.holder_hash)
        if window is not None and attempt.instant in window.instants:
            instants = list(window.instants)
            instants.remove(attempt.instant)
            queries.set_instants(session, attempt.kind, attempt.holder_hash, instants)


def release_refused(ctx: Context, attempts: list[Attempt], event: Event) -> Callable[[], None]:
    """Return a function for ``AppError.then``, for a correct attempt that was refused all the same.

    It releases the attempts, so that nobody is locked out by their own password, and announces
    ``event`` as refused.
    """
    announce = ctx.refusal(event)

    def after_rollback() -> None:
        with ctx.autonomous_transaction() as autonomous:
            release(autonomous.session, attempts)
        announce()

    return after_rollback


@contextmanager
def release_if_busy(ctx: Context, attempts: list[Attempt]) -> Iterator[None]:
    """Release ``attempts`` if the check within was not made because the queue was full.

    An attempt that was not evaluated is not a wrong guess: otherwise a flood by strangers would
    lock the owner out for the length of the window. BusyError is raised again.
    """
    try:
        yield
    except BusyError:
        with ctx.autonomous_transaction() as autonomous:
            release(autonomous.session, attempts)
        raise


def is_known_network(attempts: list[Attempt]) -> bool:
    """Return whether the attempts came from a network that the person has signed in from."""
    return any(attempt.kind in (PASSWORD_IN_NETWORK, CODE_IN_NETWORK) for attempt in attempts)


def clear(ctx: Context, kind: str, holder: str) -> None:
    """Clear the failures of one account or network, in the caller's transaction."""
    queries.set_instants(ctx.session, kind, holder_hash(ctx.app.keys, holder), [])


def claim_notice(ctx: Context, kind: str, holder: str, interval: timedelta) -> bool:
    """Return whether to notify the person that a window is full: once within ``interval``."""
    now = ctx.now()
    window = queries.lock_window(ctx.session, kind, holder_hash(ctx.app.keys, holder), now)
    if window.notified_at is not None and abs(window.notified_at - now) < interval:
        return False
    if _headers_if_full(ctx.app, window, int(now.timestamp() * 1000)) is None:
        return False
    window.notified_at = now
    return True


def purge(app: Application, payload: dict[str, Any]) -> None:
    """Delete the windows that are older than every limit."""
    longest = max(limit.window for limits in LIMITS.values() for limit in limits)
    with app.database.transaction() as session:
        queries.delete_windows(session, app.now() - longest)


def _headers_if_full(
    app: Application, window: AttemptWindow, instant: int
) -> dict[str, str] | None:
    """Return the headers of the refusal if the window is full, or None."""
    factor = DEVELOPMENT_FACTOR if app.settings.development else 1
    for limit in LIMITS[window.kind]:
        allowed = limit.failures * factor
        length = _milliseconds(limit.window)
        recent = _within(length, window.instants, instant)
        if len(recent) >= allowed:
            until = recent[len(recent) - allowed] + length
            seconds = max(1, -(-(until - instant) // 1000))
            name = f'"{_NAMES.get(window.kind, window.kind)}"'
            return {
                "Retry-After": str(seconds),
                "RateLimit": f"{name};r=0;t={seconds}",
                "RateLimit-Policy": f"{name};q={allowed};w={int(limit.window.total_seconds())}",
            }
    return None


def _within(length: int, instants: list[int], now: int) -> list[int]:
    """Return the instants that are less than ``length`` away, in order.

    Some are ahead of ``now`` if machines' clocks differ. Those that are further ahead were counted
    by a clock that was wrong, which must not lock anybody out until their time comes.
    """
    return sorted(instant for instant in instants if abs(instant - now) < length)


def _milliseconds(window: timedelta) -> int:
    return window // timedelta(milliseconds=1)

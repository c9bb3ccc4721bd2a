"""Refused requests in the audit log: counted by the hour, so that nobody can flood it.

What a view refuses for a reason of its own it records itself (``audit.service.refused``). This is
about what never came to a view, or found nothing there: a credential that is not valid, a role too
small, a thing that is not the caller's, a limit. Of each kind one row is kept for a caller and an
hour, with a count. Nothing is written while an answer waits: a thread of its own writes every few
seconds what was counted meanwhile.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from consent_app.api.bearer import bearer_token
from consent_app.api.request import Request
from consent_app.application import Application
from consent_app.audit import queries
from consent_app.audit.models import AuditEvent
from consent_app.audit.service import ActorKind
from consent_app.db.ids import lowest_id
from consent_app.errors import Unauthenticated
from consent_app.security.signed_tokens import Audience, TokenInvalidError

EVENTS = {
    401: "request.unauthenticated",
    403: "request.forbidden",
    404: "request.not_found",
    429: "request.rate_limited",
}
WRITE_SECONDS = 2.0
MOST_CALLERS = 10_000
"""Of so many the counts are held between two writings; of more the caller is not told."""

_AUDIENCES: tuple[Audience, ...] = ("panel", "account")
_RANDOM_BITS = (1 << 12) - 1, (1 << 62) - 1

log = logging.getLogger(__name__)

Handler = Callable[[Request], Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """What is counted together. ``workspace_id`` and ``actor_id`` are None where nobody knows."""

    event: str
    hour: datetime
    workspace_id: UUID | None = None
    actor_kind: ActorKind = "user"
    actor_id: UUID | None = None
    key_id: UUID | None = None

    @property
    def id(self) -> UUID:
        """The id of the row: every process that counts the same makes the same one of it."""
        names = (self.event, self.workspace_id, self.actor_kind, self.actor_id, self.key_id)
        digest = hashlib.blake2b(repr(names).encode(), digest_size=16).digest()
        bits = int.from_bytes(digest)
        middle, low = _RANDOM_BITS
        return UUID(
            int=lowest_id(self.hour).int | ((bits >> 64 & middle) << 64) | (bits & low),
        )

    def row(self) -> AuditEvent:
        """Return the event that tells of it, with nothing counted yet."""
        return AuditEvent(
            id=self.id,
            workspace_id=self.workspace_id,
            actor_kind=self.actor_kind,
            actor_id=self.actor_id,
            event=self.event,
            outcome="refused",
            subject_id=self.key_id,
        )


class Refusals:
    """Counts refusals and writes them by and by; found by its type. Safe for many threads.

    ``write_seconds`` is how long a count waits to be written.
    """

    def __init__(self, app: Application) -> None:
        self.write_seconds = WRITE_SECONDS
        self._app = app
        self._lock = threading.Lock()
        self._counts: Counter[Refused] = Counter()
        self._timer: threading.Timer | None = None

    def note(self, refused: Refused) -> None:
        """Count a refusal. Never waits, and never raises."""
        with self._lock:
            if refused not in self._counts and len(self._counts) >= MOST_CALLERS:
                refused = Refused(refused.event, refused.hour)
            self._counts[refused] += 1
            if self._timer is None:
                self._timer = threading.Timer(self.write_seconds, self.flush)
                self._timer.daemon = True
                self._timer.start()

    def flush(self) -> None:
        """Write what was counted. What cannot be written now is kept for the next time."""
        with self._lock:
            timer, self._timer = self._timer, None
            counts, self._counts = self._counts, Counter()
        if timer is not None:
            timer.cancel()
        for refused, count in counts.items():
            try:
                self._write(refused, count)
            except SQLAlchemyError as error:
                log.warning("refusals were not written yet: %s", type(error).__name__)
                with self._lock:
                    self._counts += Counter({refused: count})

    def _write(self, refused: Refused, count: int) -> None:
        try:
            with self._app.database.autonomous_transaction() as session:
                queries.add_refusals(session, refused.row(), count)
        except IntegrityError:
            # The account or the workspace was deleted meanwhile.
            nobody = replace(refused, workspace_id=None, actor_id=None, key_id=None)
            with self._app.database.autonomous_transaction() as session:
                queries.add_refusals(session, nobody.row(), count)


def refused_request(request: Request, status: int) -> Refused | None:
    """Return what to count of an answer; None where it is no refusal of a caller's request."""
    event = EVENTS.get(status)
    route = request.matched_route
    if event is None or route is None:
        return None
    operation = request.registry.api.operations.get((route.name, request.method))
    if operation is None or not operation.limits:
        return None
    hour = request.app.now().replace(minute=0, second=0, microsecond=0)
    caller = request.counted_as
    if caller is not None:
        # A wrong password or code of someone who is known is recorded where it was looked at.
        if status == 401:
            return None
        key = caller.get("key")
        kind: ActorKind = "user" if key is None else "api_key"
        return Refused(event, hour, caller.get("workspace"), kind, caller.get("person"), key)
    return _unknown(request, event, hour) if status == 401 else None


def _unknown(request: Request, event: str, hour: datetime) -> Refused | None:
    try:
        token = bearer_token(request)
    except Unauthenticated:
        return None
    for audience in _AUDIENCES:
        try:
            claims = request.app.signer.check(token, audience, request.app.now())
        except TokenInvalidError:
            continue
        # Ours, but ended, or of a membership that was lost, or of the other kind.
        return Refused(event, hour, claims.workspace_id, "user", claims.user_id)
    return Refused(event, hour)


def refusals_factory(handler: Handler, registry: Any) -> Handler:
    """Tween: count what is refused, once its transaction is over."""
    refusals: Refusals = registry.application.get(Refusals)

    def tween(request: Request) -> Any:
        response = handler(request)
        if response.status_code in EVENTS:
            refused = refused_request(request, response.status_code)
            if refused is not None:
                refusals.note(refused)
        return response

    return tween

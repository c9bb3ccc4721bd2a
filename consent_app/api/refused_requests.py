"""The refused requests that the audit log counts (``consent_app.events.refusals``), by caller."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pyramid.config import Configurator

from consent_app.errors import Unauthenticated
from consent_app.events.models import ActorKind
from consent_app.events.refusals import RefusalKey, Refusals
from consent_app.http.bearer import bearer_token
from consent_app.http.request import Handler, Request
from consent_app.security.signed_tokens import Audience, TokenInvalidError

EVENTS = {
    401: "request.unauthenticated",
    403: "request.forbidden",
    404: "request.not_found",
    429: "request.rate_limited",
}

_AUDIENCES: tuple[Audience, ...] = ("panel", "account")


def refusal_key(request: Request, status: int) -> RefusalKey | None:
    """Return the key to count a response under; None for a response that is not counted."""
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
        # A wrong password or code of a known user was recorded when it was checked.
        if status == 401:
            return None
        key = caller.get("key")
        kind: ActorKind = "user" if key is None else "api_key"
        return RefusalKey(event, hour, caller.get("workspace"), kind, caller.get("person"), key)
    return _unknown(request, event, hour) if status == 401 else None


def _unknown(request: Request, event: str, hour: datetime) -> RefusalKey | None:
    try:
        token = bearer_token(request)
    except Unauthenticated:
        return None
    for audience in _AUDIENCES:
        try:
            claims = request.app.signer.verify(token, audience, request.app.now())
        except TokenInvalidError:
            continue
        # A token of ours, but expired, of a former membership, or of the other kind.
        return RefusalKey(event, hour, claims.workspace_id, "user", claims.user_id)
    return RefusalKey(event, hour)


def refusals_factory(handler: Handler, registry: Any) -> Handler:
    """Tween: count refusals, after their transaction has ended."""
    refusals: Refusals = registry.application.get(Refusals)

    def tween(request: Request) -> Any:
        response = handler(request)
        if response.status_code in EVENTS:
            key = refusal_key(request, response.status_code)
            if key is not None:
                refusals.count(key)
        return response

    return tween


def includeme(config: Configurator) -> None:
    """Set up the tween, for which the application needs ``Refusals``."""
    # Outside of the transaction, so that a rollback of the request does not undo the count.
    config.add_tween(
        "consent_app.api.refused_requests.refusals_factory",
        under="consent_app.http.boundary.boundary_factory",
        over=("consent_app.api.direct_views.direct_factory", "pyramid_tm.tm_tween_factory"),
    )

"""For load balancers and orchestrators: whether the process answers, and can do its work."""

from __future__ import annotations

from pyramid.config import Configurator
from sqlalchemy.exc import DBAPIError

from consent_app.api.views import api_view
from consent_app.db.migrate import can_serve
from consent_app.errors import Unavailable
from consent_app.operations.health import GetLiveness, GetReadiness
from consent_app.version import version


@api_view("health_live", "GET", permission="public")
def live(request: GetLiveness) -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "ok"}


@api_view("health_ready", "GET", permission="public")
def ready(request: GetReadiness) -> dict[str, str]:
    """Say that the database answers and has this release's schema, or a later one's."""
    try:
        with request.ctx.app.database.autonomous_engine.connect() as connection:
            current = can_serve(connection)
    except DBAPIError:
        raise Unavailable("The database does not answer.") from None
    if not current:
        raise Unavailable("The database has an older schema: run `consent-app migrate`.")
    return {"status": "ok", "version": version()}


def includeme(config: Configurator) -> None:
    """Register the two routes."""
    config.scan("consent_app.health")

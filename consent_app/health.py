"""For load balancers and orchestrators: whether the process answers, and can do its work."""

from __future__ import annotations

from pyramid.config import Configurator
from sqlalchemy.exc import DBAPIError

from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.db.migrate import can_serve
from consent_app.errors import Unavailable


@api_view("health_live", "GET", permission="public")
def live(request: Request) -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "ok"}


@api_view("health_ready", "GET", permission="public")
def ready(request: Request) -> dict[str, str]:
    """Say that the database answers and has this release's schema, or a later one's."""
    try:
        with request.runtime.database.side_engine.connect() as connection:
            current = can_serve(connection)
    except DBAPIError:
        raise Unavailable("The database does not answer.") from None
    if not current:
        raise Unavailable("The database has an older schema: run `consent-app migrate`.")
    return {"status": "ok"}


def includeme(config: Configurator) -> None:
    """Register the two routes."""
    config.scan("consent_app.health")

"""For load balancers and orchestrators: whether the process answers, and can do its work."""

from __future__ import annotations

from pyramid.config import Configurator
from sqlalchemy.exc import SQLAlchemyError

from consent_app.api.views import api_view
from consent_app.errors import Unavailable
from consent_app.operations.health import GetLiveness, GetReadiness
from consent_app.readiness.service import KeysError, Leaving, SchemaError, check
from consent_app.version import version


@api_view("health_live", "GET", permission="public")
def live(request: GetLiveness) -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "ok"}


@api_view("health_ready", "GET", permission="public")
def ready(request: GetReadiness) -> dict[str, str]:
    """Say that the process is not about to end, and that the database answers, has this release's
    schema or a later one's, and was used with the keys that are set."""
    app = request.ctx.app
    if app.get(Leaving).begun:
        raise Unavailable("The server is about to end.")
    engine = app.database.autonomous_engine.execution_options(read_only=True)
    try:
        with engine.connect() as connection:
            check(app.keys, connection)
    except SchemaError:
        raise Unavailable("The database has an older schema: run `consent-app migrate`.") from None
    except KeysError:
        # Which keys, the log says at the start.
        raise Unavailable("The secret keys do not fit the database.") from None
    except SQLAlchemyError as error:
        app.database.outages.note(error)
        raise Unavailable("The database does not answer.") from None
    return {"status": "ok", "version": version()}


def includeme(config: Configurator) -> None:
    """Register the two routes."""
    config.registry.application.add(Leaving())
    config.add_api_views("consent_app.health")

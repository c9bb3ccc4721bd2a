"""Routes for load balancers and orchestrators: is the process alive, and is it ready?"""

from __future__ import annotations

from pyramid.config import Configurator
from sqlalchemy.exc import SQLAlchemyError

from consent_app.api.views import api_view
from consent_app.errors import Unavailable
from consent_app.operations.health import GetLiveness, GetReadiness
from consent_app.readiness.compatibility import KeysError, Leaving, SchemaError, check_database
from consent_app.version import version


@api_view("health_live", "GET", permission="public")
def live(request: GetLiveness) -> dict[str, str]:
    """Report that the process is alive."""
    return {"status": "ok"}


@api_view("health_ready", "GET", permission="public")
def ready(request: GetReadiness) -> dict[str, str]:
    """Report that the process is ready: it is not shutting down, and the database answers, has this
    release's schema or a later one, and was used with the configured keys."""
    app = request.ctx.app
    if app.get(Leaving).begun:
        raise Unavailable("The server is shutting down.")
    engine = app.database.autonomous_engine.execution_options(read_only=True)
    try:
        with engine.connect() as connection:
            check_database(app.keys, connection)
    except SchemaError:
        raise Unavailable("The database has an older schema: run `consent-app migrate`.") from None
    except KeysError:
        # The log says at start which keys do not match.
        raise Unavailable("The secret keys do not match the database.") from None
    except SQLAlchemyError as error:
        app.database.outages.note(error)
        raise Unavailable("The database does not answer.") from None
    return {"status": "ok", "version": version()}


def includeme(config: Configurator) -> None:
    """Register the two routes."""
    config.registry.application.add(Leaving())
    config.register_views("consent_app.health")

"""The application for other WSGI servers, such as granian, gunicorn and uWSGI.

Settings come from environment variables only. Those servers have their own limits for slow and idle
connections; ``consent-app web`` has them built in. In front of granian the proxy must remove
headers whose names contain an underscore: WSGI cannot tell ``X_Forwarded_For`` from
``X-Forwarded-For``.
"""

from __future__ import annotations

from pyramid.router import Router

from consent_app import make_app
from consent_app.readiness.compatibility import check_start
from consent_app.server.memory import permanent_objects
from consent_app.settings import read_settings


def make_application() -> Router:
    """Return the application of one process.

    Raises SettingsError, or NotReadyError for a database that does not fit.
    """
    with permanent_objects():
        app = make_app(read_settings({}))
        check_start(app.registry.application)
        app.registry.application.traces.start()
    return app

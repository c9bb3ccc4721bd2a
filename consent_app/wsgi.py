"""The application for WSGI servers other than our own: granian, gunicorn, uWSGI.

Settings come from the environment alone. Such a server brings its own limits on slow and idle
connections; ``consent-app web`` has them built in.
"""

from __future__ import annotations

from pyramid.router import Router

from consent_app import make_app
from consent_app.readiness.service import check_start
from consent_app.settings import read_settings


def make_application() -> Router:
    """Make the application of one process.

    Raises SettingsError, and NotReadyError for a database that it does not fit.
    """
    app = make_app(read_settings({}))
    check_start(app.registry.application)
    app.registry.application.traces.start()
    return app

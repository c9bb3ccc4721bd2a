"""Whether a process that is starting fits its database."""

from __future__ import annotations

import logging
import threading

from sqlalchemy.exc import SQLAlchemyError

from consent_app.application import Application
from consent_app.readiness.service import NotReadyError, check_start
from consent_app.server.shutdown import Stopping

log = logging.getLogger(__name__)

RETRY_SECONDS = 2.0


def check_when_there(app: Application, stopping: Stopping) -> None:
    """Raise NotReadyError for a database that ``app`` does not fit.

    An unavailable database does not prevent a start: it is checked once it is available, and a
    problem is then logged; ``health/ready`` reports it too.
    """
    try:
        check_start(app)
    except SQLAlchemyError as error:
        # A missing SQLite file does not appear later.
        if app.database.dialect == "sqlite" or not app.database.outages.note(error):
            raise
        threading.Thread(
            target=_check_later, args=(app, stopping), name="fitness", daemon=True
        ).start()


def _check_later(app: Application, stopping: Stopping) -> None:
    while not stopping.requested.wait(RETRY_SECONDS):
        try:
            check_start(app)
        except NotReadyError as error:
            log.error("%s", error)
            return
        except SQLAlchemyError as error:
            app.database.outages.note(error)
        else:
            return

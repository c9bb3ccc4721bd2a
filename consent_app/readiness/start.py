"""Whether a process that is starting fits its database."""

from __future__ import annotations

import logging
import threading

from sqlalchemy.exc import SQLAlchemyError

from consent_app.application import Application
from consent_app.readiness.compatibility import NotReadyError, check_start

log = logging.getLogger(__name__)

RETRY_SECONDS = 2.0


def check_when_available(app: Application, stop: threading.Event) -> bool:
    """Return whether the database is available. Raise NotReadyError if ``app`` does not fit it.

    An unavailable database does not prevent a start. It is checked once it is available, unless
    ``stop`` is set before. A problem is then logged, and ``health/ready`` reports it too.
    """
    try:
        check_start(app)
    except SQLAlchemyError as error:
        # A missing SQLite file does not appear later.
        if app.database.dialect == "sqlite" or not app.database.outages.note(error):
            raise
        threading.Thread(
            target=_check_later, args=(app, stop), name="readiness", daemon=True
        ).start()
        return False
    return True


def _check_later(app: Application, stop: threading.Event) -> None:
    while not stop.wait(RETRY_SECONDS):
        try:
            check_start(app)
        except NotReadyError as error:
            log.error("%s", error)
            return
        except SQLAlchemyError as error:
            app.database.outages.note(error)
        else:
            return

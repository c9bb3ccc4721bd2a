"""Jobs for an address that may or may not have an account.

The request does the same for every address, in the same time; the worker looks.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.jobs import enqueue

_SEALED_FOR = "sign_in.job"


def enqueue_for(session: Session, app: Application, kind: str, email: str) -> None:
    """Enqueue a job for ``email``, which is sealed in the job's row."""
    sealed = app.sealer(_SEALED_FOR).seal(email.encode())
    enqueue(session, kind, {"email": sealed}, now=app.now())


def address_of(app: Application, payload: dict[str, Any]) -> str:
    """Return the address that the job is for. Raises sealed.DecryptionError."""
    return app.sealer(_SEALED_FOR).open(payload["email"]).decode()

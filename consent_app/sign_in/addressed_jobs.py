"""Jobs for an address that may or may not have an account.

The request does the same for every address, in the same time; the worker looks.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from consent_app.jobs import enqueue
from consent_app.runtime import Runtime

_SEALED_FOR = "sign_in.job"


def enqueue_for(session: Session, runtime: Runtime, kind: str, email: str) -> None:
    """Enqueue a job for ``email``, which is sealed in the job's row."""
    sealed = runtime.sealer(_SEALED_FOR).seal(email.encode())
    enqueue(session, kind, {"email": sealed}, now=runtime.now())


def address_of(runtime: Runtime, payload: dict[str, Any]) -> str:
    """Return the address that the job is for. Raises sealed.SealBrokenError."""
    return runtime.sealer(_SEALED_FOR).open(payload["email"]).decode()

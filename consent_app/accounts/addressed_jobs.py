"""Jobs for an address that may or may not have an account.

The request does the same for every address, in the same time; the worker looks the account up.
"""

from __future__ import annotations

from typing import Any

from consent_app.application import Application
from consent_app.context import Context
from consent_app.jobs import decrypt_for_job, enqueue

_PURPOSE = "sign_in.job"


def enqueue_for_address(ctx: Context, kind: str, email: str) -> None:
    """Enqueue a job for ``email``, which is encrypted in the job's row."""
    sealed = ctx.app.encrypter(_PURPOSE).encrypt(email.encode())
    enqueue(ctx.session, kind, {"email": sealed}, now=ctx.now())


def address_of_job(app: Application, payload: dict[str, Any]) -> str:
    """Return the address that the job is for. Raises RetryLater or JobFailed."""
    return decrypt_for_job(app.encrypter(_PURPOSE), payload["email"], "The address").decode()

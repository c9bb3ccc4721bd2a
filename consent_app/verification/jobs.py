"""The periodic job that checks domains again."""

from __future__ import annotations

from typing import Any

from consent_app.application import Application
from consent_app.verification.checks import check_due_domains

CHECK_DUE = "domains.check_due"
CHECK_DUE_EVERY_SECONDS = 60


def check_due(app: Application, payload: dict[str, Any]) -> None:
    """Check every domain that is due."""
    check_due_domains(app)

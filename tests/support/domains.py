"""Domains in states that take long to reach."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.application import Application
from consent_app.domains.models import Domain
from consent_app.domains.scores import update_score


def set_domain(application: Application, domain_id: str | UUID, **values: Any) -> None:
    """Write columns of a domain, and the score that follows from them."""
    with application.database.transaction() as session:
        domain = session.get_one(Domain, UUID(str(domain_id)))
        for name, value in values.items():
            setattr(domain, name, value)
        update_score(session, domain)

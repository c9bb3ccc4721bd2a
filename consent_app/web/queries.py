"""The query of the demo shop's page."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from consent_app.domains.read_models import Domain
from consent_app.domains.service import DEMO_HOSTNAME


def get_demo_domain_id(session: Session) -> UUID | None:
    """Return the domain of the seeded demo workspace, or None without a seed.

    Members cannot add its hostname, which has no root domain: only the seed writes it.
    """
    return session.scalar(
        select(Domain.id).where(Domain.hostname == DEMO_HOSTNAME).order_by(Domain.id).limit(1)
    )

"""Checks of domains, by a verifier that tests command."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from sqlalchemy import select, update

from consent_app.application import Application
from consent_app.billing.quota import PlanUsage
from consent_app.domains import schemas
from consent_app.domains.domains import DomainDetails
from consent_app.domains.models import Domain
from consent_app.notifications.models import FeedEvent
from consent_app.verification.jobs import CHECK_DUE
from tests.support.factories import Panel, unique
from tests.support.harness import Harness
from tests.support.internet import Internet


class Checked:
    """A domain with its site, whose state tests look at."""

    def __init__(
        self, panel: Panel, application: Application, internet: Internet, method: str = "dns_txt"
    ) -> None:
        self.panel, self.application, self.internet = panel, application, internet
        self.host = f"{unique()}.com"
        body = {"hostname": self.host, "verifyMethod": method}
        self.made = panel.post("/v1/domains", body, status=201).json
        self.id = uuid.UUID(self.made["id"])
        self.path = f"/v1/domains/{self.id}"
        internet.host(self.host)

    def prove(self) -> None:
        name = f"_consent-verify.{self.host}"
        self.internet.zone[name, "TXT"] = [f'"{self.made["verifyToken"]}"']

    def unprove(self) -> None:
        self.internet.zone.pop((f"_consent-verify.{self.host}", "TXT"), None)

    def verify(self, status: int = 200) -> dict[str, Any]:
        answer: dict[str, Any] = self.panel.post(f"{self.path}/verify", status=status).json
        return answer

    def read(self) -> dict[str, Any]:
        """Return what would be answered: sessions end long before checks come."""
        usage = PlanUsage({self.id: "root"}, frozenset(), 1)
        return schemas.domain(DomainDetails(self.row(), usage))

    def row(self) -> Domain:
        with self.application.database.transaction() as session:
            return session.get_one(Domain, self.id)

    def next_check_in(self) -> timedelta:
        next_check_at = self.row().next_check_at
        assert next_check_at is not None
        return next_check_at - self.application.now()

    def events(self) -> list[FeedEvent]:
        with self.application.database.transaction() as session:
            return list(
                session.scalars(
                    select(FeedEvent).where(FeedEvent.domain_id == self.id).order_by(FeedEvent.id)
                )
            )


class Job:
    """The periodic job. The domains of other tests are not due."""

    def __init__(self, harness: Harness) -> None:
        self.harness = harness
        with harness.application.database.transaction() as session:
            far = harness.application.now() + timedelta(days=3650)
            session.execute(update(Domain).values(next_check_at=far))

    def run(self) -> None:
        self.harness.wsgi.registry.jobs.handlers[CHECK_DUE](self.harness.application, {})

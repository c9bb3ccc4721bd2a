"""Domains in states that usually take a long time to reach."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.application import Application
from consent_app.domains.models import Domain
from consent_app.domains.scores import update_score
from tests.support.factories import Panel, unique


def set_domain(application: Application, domain_id: str | UUID, **values: Any) -> None:
    """Write columns of a domain, and update its score."""
    with application.database.transaction() as session:
        domain = session.get_one(Domain, UUID(str(domain_id)))
        for name, value in values.items():
            setattr(domain, name, value)
        update_score(session, domain, application.now())


def add(panel: Panel, **body: Any) -> dict[str, Any]:
    body = {"hostname": f"{unique()}.example", **body}
    domain: dict[str, Any] = panel.post("/v1/domains", body, status=201).json
    return domain


def path_of(domain: dict[str, Any], rest: str = "") -> str:
    return f"/v1/domains/{domain['id']}{rest}"


def detail(event: dict[str, Any]) -> dict[str, tuple[str | None, str | None]]:
    return {part["name"]: (part["before"], part["after"]) for part in event["detail"]}

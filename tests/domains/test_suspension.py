"""A domain suspended by an operator asks no visitors, and its owner sees why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.context import Context
from consent_app.domains.suspension import resume_domain, suspend_domain
from consent_app.errors import NotFound
from consent_app.workspaces.service import get_workspace
from tests.support.factories import Panel, Site, make_panel, unique

Change = Callable[[Context, UUID], bool]


def change(application: Application, site: Site, how: Change, panel: Panel | None = None) -> bool:
    """Do as the operator does to a site, in its own workspace or in that of ``panel``."""
    workspace_id = UUID((panel or site.panel).organization["id"])
    with Context.of_operator(application).transaction() as ctx:
        assert get_workspace(ctx.session, workspace_id) is not None
        return how(ctx.in_workspace(workspace_id), UUID(site.id))


def compliance(site: Site) -> dict[str, Any]:
    """Return what the owner reads of the site's compliance."""
    answer: dict[str, Any] = site.panel.get(f"/v1/domains/{site.id}/compliance", status=200).json
    return answer


def test_a_suspended_domain_asks_no_visitors_until_resumed(
    application: Application, site: Site
) -> None:
    banner = f"/v1/public/domains/{site.id}/banner"
    app = site.panel.app
    before = app.get(banner, status=200).json
    site.decide()
    assert compliance(site)["suspendedAt"] is None

    assert change(application, site, suspend_domain) is True
    assert change(application, site, suspend_domain) is False
    assert app.get(banner, status=200).json != before
    assert site.decide(status=403).json["code"] == "domain_on_hold"
    site.decide(action="reject_all", analytics=False, marketing=False, preferences=False)
    assert compliance(site)["suspendedAt"] is not None
    # The receipts stay: those from before, and the refusal.
    assert [item["action"] for item in site.receipts()] == ["reject_all", "accept_all"]

    assert change(application, site, resume_domain) is True
    assert change(application, site, resume_domain) is False
    assert app.get(banner, status=200).json == before
    site.decide(status=201)
    assert compliance(site)["suspendedAt"] is None


def test_a_domain_of_another_workspace_is_not_found(
    app: TestApp, application: Application, site: Site
) -> None:
    other_panel = make_panel(app, application.now())
    with pytest.raises(NotFound):
        change(application, site, suspend_domain, other_panel)
    site.decide(status=201)


def test_a_plan_that_is_no_longer_in_the_settings_covers_every_domain(
    application: Application, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Removing it is an operator's mistake, which no visitor should notice.
    settings = application.settings
    left = tuple(plan for plan in settings.plans if plan.id != settings.default_plan)
    monkeypatch.setattr(application, "settings", replace(settings, plans=left))
    banner = site.panel.app.get(f"/v1/public/domains/{site.id}/banner", status=200).json
    assert banner["held"] is False
    site.decide(status=201)
    site.panel.post("/v1/domains", {"hostname": f"{unique()}.com"}, status=201)
    plan = site.panel.get("/v1/billing/subscription", status=200).json["plan"]
    gone = settings.default_plan
    assert plan == {"id": gone, "name": gone, "domains": None}

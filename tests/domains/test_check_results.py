"""What one check changes of a domain, without a network."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import update
from webtest import TestApp

from consent_app.application import Application
from consent_app.context import Context
from consent_app.domains.check_queries import CheckTarget, get_check_target
from consent_app.domains.check_results import CheckResult, record_check
from consent_app.domains.models import Domain
from tests.support.factories import Panel, make_panel, unique


@pytest.fixture
def target(app: TestApp, application: Application) -> CheckTarget:
    panel: Panel = make_panel(app, application.now())
    domain = panel.post("/v1/domains", {"hostname": f"{unique()}.com"}, status=201).json
    workspace_id = UUID(panel.organization["id"])
    with application.database.session(read_only=True) as session:
        target = get_check_target(session, workspace_id, UUID(domain["id"]))
    assert target is not None
    return target


def check(
    application: Application, target: CheckTarget, result: CheckResult, *, scheduled: bool = True
) -> Domain:
    with Context.of_system(application).transaction() as ctx:
        domain = record_check(ctx, target, result, scheduled=scheduled)
        assert domain is not None
        return domain


def test_each_result_is_scored(application: Application, target: CheckTarget) -> None:
    failed = check(application, target, CheckResult("No tag.", None))
    assert (failed.status, failed.verify_reason) == ("pending", "No tag.")
    before = failed.score
    assert {"domain_verified", "tls"} <= set(failed.findings.split(","))
    verified = check(application, target, CheckResult(None, True))
    assert (verified.status, verified.score) == ("verified", before + 8 + 5)
    assert not {"domain_verified", "tls"} & set(verified.findings.split(","))
    for _ in range(3):
        failed = check(application, target, CheckResult("No tag.", False))
    assert (failed.status, failed.score) == ("failed", before)


def test_a_check_on_demand_fails_no_verified_domain(
    application: Application, target: CheckTarget
) -> None:
    check(application, target, CheckResult(None, True))
    for _ in range(5):
        domain = check(application, target, CheckResult("No tag.", None), scheduled=False)
    assert (domain.status, domain.failed_checks) == ("verified", 0)


def test_a_check_decodes_the_hostname_that_a_former_release_added(
    application: Application, panel: Panel
) -> None:
    added = panel.post("/v1/domains", {"hostname": f"{unique()}.bücher.de"}, status=201).json
    workspace_id, domain_id = UUID(panel.organization["id"]), UUID(added["id"])
    with application.database.transaction() as session:
        session.execute(update(Domain).where(Domain.id == domain_id).values(unicode_hostname=None))
        target = get_check_target(session, workspace_id, domain_id)
    assert target is not None
    check(application, target, CheckResult("No tag.", None))
    assert panel.get("/v1/domains", params={"q": "bücher"}).json["total"] == 1

"""The benchmarks are run by hand and rarely: each can be imported, and what they compare works."""

from __future__ import annotations

import importlib
import pkgutil
from uuid import UUID

import pytest
from webtest import TestApp

import benchmarks
from benchmarks.plans import reads
from benchmarks.scenario import Scenario, make_scenario
from benchmarks.variants import VARIANTS
from tests.support.factories import Site, accept_all, bearer
from tests.support.harness import Harness


@pytest.mark.parametrize(
    "name",
    [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.ispkg],
)
def test_a_benchmark_can_be_imported(name: str) -> None:
    importlib.import_module(f"benchmarks.{name}")


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Scenario:
    """A benchmark's database, on SQLite."""
    return make_scenario(tmp_path_factory.mktemp("benchmark"), None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_records_and_reads(scenario: Scenario, variant: str) -> None:
    app = VARIANTS[variant](scenario)
    client = TestApp(app)
    path = f"/v1/public/domains/{scenario.domain_id}/consents"
    decision = accept_all() | {"surface": "first_layer"}
    client.post_json(path, decision, headers={"Origin": scenario.origin}, status=201)
    page = client.get("/v1/api/consent-events?limit=100", headers=bearer(scenario.key), status=200)
    assert len(page.json) == 100
    app.registry.application.database.dispose()


def test_the_plan_of_a_search_is_that_of_the_services_statement(
    harness: Harness, site: Site
) -> None:
    site.decide()
    receipt = site.receipts()[0]
    sample = {"receipt": receipt["id"], "domain": site.id, "hash": receipt["ipHash"]}
    workspace_id = UUID(site.panel.organization["id"])
    with harness.application.database.session(read_only=True) as session:
        statements = reads(session, workspace_id, sample)
    assert " >= " in str(statements["q, the beginning of a hash"].whereclause)
    assert " LIKE " in str(statements["q, a part of a hash"].whereclause)

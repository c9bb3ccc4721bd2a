"""The benchmarks are run by hand and rarely: at least each can be imported."""

from __future__ import annotations

import importlib
import pkgutil
from uuid import UUID

import pytest

import benchmarks
from benchmarks.plans import reads
from tests.support.factories import Site
from tests.support.harness import Harness


@pytest.mark.parametrize(
    "name",
    [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.ispkg],
)
def test_a_benchmark_can_be_imported(name: str) -> None:
    importlib.import_module(f"benchmarks.{name}")


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

"""The benchmarks are run by hand and rarely: at least each can be imported."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import benchmarks


@pytest.mark.parametrize(
    "name",
    [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.ispkg],
)
def test_a_benchmark_can_be_imported(name: str) -> None:
    importlib.import_module(f"benchmarks.{name}")

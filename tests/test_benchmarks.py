"""The benchmarks are run by hand and rarely: at least each can be imported."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import benchmarks


@pytest.mark.parametrize(
    "name", [each.name for each in pkgutil.iter_modules(benchmarks.__path__) if not each.ispkg]
)
def test_a_benchmark_can_be_imported(name: str) -> None:
    importlib.import_module(f"benchmarks.{name}")

"""The application of a granian worker."""

from __future__ import annotations

import os
from pathlib import Path

from pyramid.router import Router

from benchmarks.scenario import Scenario
from benchmarks.variants import whole
from consent_app.server.memory import permanent_objects


def make_app() -> Router:
    """Return the whole application on the scenario that the environment names."""
    # Like consent_app.wsgi.
    with permanent_objects():
        return whole(Scenario.load(Path(os.environ["BENCHMARK_SCENARIO"])))

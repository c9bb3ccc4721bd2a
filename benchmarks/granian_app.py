"""The application of a granian worker."""

from __future__ import annotations

import gc
import os
from pathlib import Path

from pyramid.router import Router

from benchmarks.scenario import Scenario
from benchmarks.variants import whole


def make_app() -> Router:
    """Return the whole application on the scenario that the environment names."""
    app = whole(Scenario.load(Path(os.environ["BENCHMARK_SCENARIO"])))
    # Like consent_app.wsgi.
    gc.freeze()
    return app

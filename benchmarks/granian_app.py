"""The application as a granian worker makes it."""

from __future__ import annotations

import os
from pathlib import Path

from pyramid.router import Router

from benchmarks.variants import whole
from benchmarks.world import World


def make_app() -> Router:
    """Return the whole application on the world that the environment names."""
    return whole(World.load(Path(os.environ["BENCHMARK_WORLD"])))

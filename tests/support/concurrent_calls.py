"""Doing the same at one instant."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from tests.support.factories import Panel
from tests.support.harness import Harness


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls at the same instant; return what they gave, in their order."""
    gate = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        gate.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def again(harness: Harness, panel: Panel) -> Panel:
    """The same panel with its own client."""
    return Panel(harness.client(), panel.person, panel.access_token, "", panel.organization)

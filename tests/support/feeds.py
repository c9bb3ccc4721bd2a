"""Reading the feed."""

from __future__ import annotations

from typing import Any

from tests.support.factories import Panel


def feed(panel: Panel, **query: Any) -> dict[str, Any]:
    answer: dict[str, Any] = panel.get("/v1/notifications", params=query, status=200).json
    return answer


def kinds(panel: Panel) -> list[str]:
    return [item["kind"] for item in feed(panel)["items"]]

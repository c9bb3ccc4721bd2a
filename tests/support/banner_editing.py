"""A banner as an editor sends it."""

from __future__ import annotations

from typing import Any

from tests.support.factories import Panel

WIDGET = {
    "name": "Counter",
    "provider": "Counters Ltd",
    "purpose": "Counts visits.",
    "duration": "13 months",
    "thirdParty": True,
    "patterns": ["_count*"],
}


def banner(**changes: Any) -> dict[str, Any]:
    return {
        "policyUrl": "https://shop.example/privacy",
        "categories": [{"id": "marketing"}, {"id": "analytics", "services": [WIDGET]}],
        "locales": [{"locale": "en"}],
        **changes,
    }


CATEGORIES = ["marketing", "analytics"]


TEXTS = [
    "title", "description", "accept", "reject", "customise", "save", "close", "necessaryTitle",
    "necessaryDescription", "policy", "reopen", "receipt", "decidedOn", "gpcHonoured", "services",
    "provider", "purpose", "duration", "thirdParty", "blocked",
]  # fmt: skip


def field_errors(panel: Panel, path: str, **changes: Any) -> dict[str, str]:
    refused = panel.put(path, banner(**changes), if_match="*", status=400).json
    assert refused["code"] == "validation_failed"
    return {field_error["pointer"]: field_error["message"] for field_error in refused["errors"]}

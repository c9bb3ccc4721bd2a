"""Editors who save at the same time: one of them gets a conflict, and no work is lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.concurrent_calls import at_once
from tests.support.factories import bearer, make_panel, unique
from tests.support.harness import Harness

AT_ONCE = int(os.environ.get("RACE_AT_ONCE", "6"))
ROUNDS = int(os.environ.get("RACE_ROUNDS", "1"))


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_of_simultaneous_drafts_one_is_kept_and_simultaneous_publications_get_different_numbers(
    harness: Harness, _round: int
) -> None:
    panel = make_panel(harness.client(), harness.application.now())
    domain = panel.post("/v1/domains", {"hostname": f"{unique('shop')}.com"}, status=201).json
    path = f"/v1/domains/{domain['id']}/banner"

    def save(name: str, if_match: str | None) -> Callable[[], Any]:
        client = harness.client()
        headers = bearer(panel.access_token) | ({"If-Match": if_match} if if_match else {})
        body = {
            "controller": name,
            "categories": [{"id": "analytics"}],
            "locales": [{"locale": "en"}],
        }
        return lambda: client.put_json(path, body, headers=headers, expect_errors=True)

    def publish() -> Callable[[], Any]:
        client = harness.client()
        headers = bearer(panel.access_token)
        return lambda: client.post(f"{path}/publish", headers=headers, expect_errors=True)

    # All started from the default banner; then all started from the draft that one of them created.
    for refusal in (428, 412):
        tag = panel.get(path).headers["ETag"] if refusal == 412 else None
        responses = at_once(*[save(f"Editor {number}", tag) for number in range(AT_ONCE)])
        assert sorted(response.status_int for response in responses) == [200] + [refusal] * (
            AT_ONCE - 1
        )
        (saved,) = [response for response in responses if response.status_int == 200]
        assert panel.get(path).json["banner"] == saved.json["banner"]
        assert panel.get(path).headers["ETag"] == saved.headers["ETag"]
    responses = at_once(*[publish() for _ in range(AT_ONCE)])
    assert sorted(response.json["version"] for response in responses) == list(range(1, AT_ONCE + 1))

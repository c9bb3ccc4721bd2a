"""Slugs of workspaces, and when one is suspended."""

from __future__ import annotations

from datetime import timedelta

import pytest

from consent_app.application import utc_now
from consent_app.workspaces.models import Workspace
from consent_app.workspaces.workspaces import is_suspended, slug_of


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Kiln & Kelp", "kiln-kelp"),
        ("Bücher Österreich", "bucher-osterreich"),
        ("日本", "workspace"),
        ("a", "a-workspace"),
        ("x" * 60, "x" * 40),
    ],
)
def test_a_slug_resembles_the_name(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_a_workspace_is_suspended_by_hand_or_when_its_plan_ended() -> None:
    now = utc_now()
    assert not is_suspended(Workspace(), now)
    assert not is_suspended(Workspace(plan_ends_at=now + timedelta(seconds=1)), now)
    assert is_suspended(Workspace(plan_ends_at=now), now)
    assert is_suspended(Workspace(suspended_at=now), now)

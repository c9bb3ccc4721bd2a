"""Roles, from the one that may do the least to the one that may do the most."""

from __future__ import annotations

import pytest

from consent_app.workspaces.models import ROLES, role_at_least


@pytest.mark.parametrize("role", ROLES)
def test_a_role_may_do_what_those_below_it_may(role: str) -> None:
    allowed = [minimum for minimum in ROLES if role_at_least(role, minimum)]
    assert allowed == list(ROLES[: len(allowed)])
    assert allowed[-1] == role

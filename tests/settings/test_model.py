"""What the settings of a process say together."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.settings import Plan
from tests.support.harness import make_settings

URL = "postgresql://pooler/consent"


def test_migrations_go_past_a_pooler(tmp_path: Path) -> None:
    assert make_settings(URL, tmp_path).migration_url == URL
    direct = "postgresql://server/consent"
    assert make_settings(URL, tmp_path, database_direct_url=direct).migration_url == direct


def test_a_plan_is_found_by_its_id(tmp_path: Path) -> None:
    settings = make_settings(URL, tmp_path)
    for plan in settings.plans:
        assert settings.plan(plan.id) is plan
    assert settings.plan("removed") == Plan("removed", "removed", None)


@pytest.mark.parametrize(
    ("origin", "address"),
    [
        ("https://{slug}.example.com", "https://kelp.example.com"),
        ("https://example.com", "https://example.com/w/kelp"),
    ],
)
def test_a_workspace_has_an_origin_or_a_path(tmp_path: Path, origin: str, address: str) -> None:
    settings = make_settings(URL, tmp_path, workspace_origin=origin)
    assert settings.workspace_url("kelp") == address


def test_no_secret_is_shown(tmp_path: Path) -> None:
    settings = make_settings(URL, tmp_path)
    for text in (repr(settings), str(settings)):
        assert "pooler" not in text
        assert all(key.hex() not in text for _, key in settings.secret_keys)

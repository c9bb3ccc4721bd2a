"""The details of audit events that release 0.1 stored, as this release has them."""

from __future__ import annotations

import pytest

from consent_app.events.schemas import changes


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ({"hostname": "a.example"}, [("hostname", None, "a.example")]),
        (
            {"hostname": "a.example", "gpc_refuses": "all → marketing", "group_id": "none → 1"},
            [
                ("hostname", None, "a.example"),
                ("gpcRefuses", "all", "marketing"),
                ("groupId", None, "1"),
            ],
        ),
        ({"to": "viewer", "from": "owner"}, [("role", "owner", "viewer")]),
        (
            {"name.to": "B", "name.from": "A", "retentionMonths.to": "24"}
            | {"retentionMonths.from": "12"},
            [("name", "A", "B"), ("retentionMonths", "12", "24")],
        ),
        ({"name": "from → to"}, [("name", None, "from → to")]),
    ],
)
def test_a_detail_of_release_0_1_has_this_releases_form(
    stored: dict[str, str], shown: list[tuple[str, str | None, str | None]]
) -> None:
    assert changes(stored) == [
        {"name": name, "before": before, "after": after} for name, before, after in shown
    ]

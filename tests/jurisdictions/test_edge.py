"""The visitor's place as sent by an edge network, and which senders are trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.jurisdictions.edge import read_edge
from tests.support.harness import make_settings

HEADERS = {"HTTP_CF_IPCOUNTRY": "US", "HTTP_CF_REGION_CODE": "TX"}


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({}, (None, None)),
        ({"trusted_country_header": "CF-IPCountry"}, ("US", None)),
        (
            {"trusted_country_header": "CF-IPCountry", "trusted_region_header": "CF-Region-Code"},
            ("US", "TX"),
        ),
        ({"trusted_country_header": "X-Other"}, (None, None)),
    ],
)
def test_the_headers_that_the_settings_name(
    tmp_path: Path, others: dict[str, str], expected: tuple[str | None, str | None]
) -> None:
    settings = make_settings(
        f"sqlite:///{tmp_path}/a", tmp_path, trusted_proxies="127.0.0.0/8", **others
    )
    assert read_edge({"REMOTE_ADDR": "127.0.0.1", **HEADERS}, settings) == expected


def test_headers_of_a_visitor_are_ignored(tmp_path: Path) -> None:
    settings = make_settings(
        f"sqlite:///{tmp_path}/a",
        tmp_path,
        trusted_proxies="127.0.0.0/8",
        trusted_country_header="CF-IPCountry",
    )
    assert read_edge({"REMOTE_ADDR": "198.51.100.7", **HEADERS}, settings) == (None, None)

"""Which site an address is of: the public one or a workspace's."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.panel.sites import PanelSite, panel_site_of
from consent_app.settings import Settings
from tests.support.harness import SECRET_KEYS, make_settings


def settings(folder: Path, workspace_origin: str) -> Settings:
    return make_settings(
        "sqlite:////srv/consent.sqlite",
        folder,
        environment="production",
        public_origin="https://consent.example",
        workspace_origin=workspace_origin,
        secret_keys=SECRET_KEYS,
    )


@pytest.mark.parametrize(
    ("host", "slug"),
    [
        ("acme.consent.example", "acme"),
        ("ACME.Consent.Example:443", "acme"),
        ("a-1.consent.example", "a-1"),
        ("consent.example", None),
        ("elsewhere.example", None),
        ("a.b.consent.example", None),
        ("-a.consent.example", None),
        ("acme.consent.example.attacker.example", None),
        ("[", None),
        ("", None),
    ],
)
def test_a_host_selects_its_workspace(tmp_path: Path, host: str, slug: str | None) -> None:
    site = panel_site_of(settings(tmp_path, "https://{slug}.consent.example"), host, "/domains")
    assert site == PanelSite(slug, "", "/domains")


def test_the_public_site_wins_over_a_workspace_of_its_name(tmp_path: Path) -> None:
    read = make_settings(
        "sqlite:////srv/consent.sqlite",
        tmp_path,
        public_origin="https://www.consent.example",
        workspace_origin="https://{slug}.consent.example",
    )
    assert panel_site_of(read, "www.consent.example", "/").slug is None
    assert panel_site_of(read, "acme.consent.example", "/").slug == "acme"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", PanelSite(None, "", "/")),
        ("/sign-in", PanelSite(None, "", "/sign-in")),
        ("/w/acme", PanelSite("acme", "/w/acme", "/")),
        ("/w/acme/", PanelSite("acme", "/w/acme", "/")),
        ("/w/acme/domains/1", PanelSite("acme", "/w/acme", "/domains/1")),
        ("/w/-acme/", PanelSite(None, "", "/w/-acme/")),
        ("/w/", PanelSite(None, "", "/w/")),
    ],
)
def test_on_one_origin_the_path_selects_the_workspace(
    tmp_path: Path, path: str, expected: PanelSite
) -> None:
    read = settings(tmp_path, "https://consent.example")
    assert panel_site_of(read, "consent.example", path) == expected
    assert read.workspace_url("acme") == "https://consent.example/w/acme"

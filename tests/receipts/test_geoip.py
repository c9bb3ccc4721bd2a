"""The country of a visitor: from the trusted edge alone, else from the file of ``make geoip``."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.receipts.decision import Countries, Visitor
from tests.factories import Site, make_panel, make_site
from tests.worlds import World

PACKAGE = "@ip-location-db/geo-whois-asn-country-mmdb"


def visitor(address: str, header: str | None = None) -> Visitor:
    return Visitor(address, None, header, gpc_signal=False)


def test_make_geoip_makes_a_file_that_tells_countries(project: Path, tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm was not found. Install Node.js with npm (Debian: apt-get install npm)")
    # In a folder of its own: the maker's own file stays as it is.
    shutil.copy(project / "Makefile", tmp_path)
    made = subprocess.run(
        ["make", "-C", str(tmp_path), "geoip"], capture_output=True, text=True, timeout=180
    )
    if made.returncode != 0:
        pytest.skip(f"{PACKAGE} could not be had from npm's registry")
    assert [path.name for path in (tmp_path / "var" / "geoip").iterdir()] == ["country.mmdb"]
    countries = Countries(tmp_path / "var" / "geoip" / "country.mmdb")
    assert countries.country(visitor("193.0.6.139")) == "NL"
    assert countries.country(visitor("2001:67c:2e8:22::c100:68b")) == "NL"
    assert countries.country(visitor("192.168.1.1")) is None
    assert countries.country(visitor("193.0.6.139", "de")) == "DE"
    # An edge that does not know says so, and is believed.
    assert countries.country(visitor("193.0.6.139", "XX")) is None


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    return make_site(make_panel(app, application.now()))


def test_the_header_counts_from_trusted_proxies_alone(
    world: World, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = world.application.settings
    monkeypatch.setattr(
        world.application, "settings", replace(settings, trusted_country_header="X-Country")
    )
    header = {"X-Country": "at"}
    assert settings.trusted_proxies, "development trusts loopback"
    site.decide(headers=header, remote_addr="127.0.0.1")
    site.decide(headers=header)
    assert [each["country"] for each in site.receipts()] == [None, "AT"]

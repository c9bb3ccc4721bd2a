"""The script as served: its size, its digest, and what it has of others."""

from __future__ import annotations

import gzip
import hashlib
import re
from importlib import resources
from pathlib import Path

from consent_app.banner_script import MAX_BYTES, choices, gpp, gpp_stub, script


def test_it_is_at_most_ten_kilobytes_gzipped() -> None:
    assert len(script().gzipped) <= MAX_BYTES


def test_its_digest_and_etag_are_those_of_what_is_served() -> None:
    code = script()
    assert gzip.decompress(code.gzipped) == code.body
    assert code.digest == hashlib.sha256(code.body).hexdigest()
    assert re.fullmatch(r'"[0-9a-f]{32}"', code.etag)
    assert code.digest.startswith(code.etag.strip('"'))


def test_the_same_source_gives_the_same_bytes() -> None:
    first = script()
    script.cache_clear()
    assert script() == first


def test_it_is_one_classic_script() -> None:
    for code in (script(), choices(), gpp()):
        assert not re.search(rb"^\s*(import|export)\b", code.body, re.MULTILINE)
        assert b"./" not in code.body
        assert b'"use strict"' in code.body
        assert b"DIGEST" not in code.body


def test_the_stub_of_the_platform_that_pages_hold_is_the_scripts_own(project: Path) -> None:
    assert f"<script>{gpp_stub()}</script>" in (project / "docs/banner.md").read_text("utf-8")
    assert gpp_stub().encode() in gpp().body


def test_bundled_npm_packages_name_their_licence() -> None:
    folder = resources.files("consent_app.banner_script") / "vendor"
    banner = re.match(rb"\(\(\) => \{/\*! (@iabgpp/cmpapi [\d.]+, .+, Apache-2.0) \*/", gpp().body)
    assert banner
    notice = (folder / "gpp.NOTICE.txt").read_text("utf-8")
    assert banner[1].decode() in notice
    assert "TERMS AND CONDITIONS FOR USE" in notice

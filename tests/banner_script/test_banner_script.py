"""The script as served: its size, its digest, and how its modules are joined."""

from __future__ import annotations

import gzip
import hashlib
import re
from importlib import resources
from pathlib import Path

import pytest

from consent_app.banner_script import (
    MAX_BYTES,
    MODULES,
    gpp,
    gpp_stub,
    joined_source,
    minified_css,
    script,
    sources,
)

TOP_LEVEL = re.compile(
    r"^(?:export )?(?:async )?(?:function|const|let|class) ([\w$]+)", re.MULTILINE
)


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


def test_no_name_is_declared_at_the_top_of_two_modules() -> None:
    names = [name for source in sources().values() for name in TOP_LEVEL.findall(source)]
    assert len(names) > 30
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("name", MODULES)
def test_each_module_imports_from_earlier_ones_what_they_export(name: str) -> None:
    texts = sources()
    earlier = MODULES[: MODULES.index(name)]
    for names, module in re.findall(r'^import \{ (.+) \} from "\./(\w+)\.js";$', texts[name], re.M):
        assert module in earlier
        exported = re.findall(
            r"^export (?:async )?(?:function|const) (\w+)", texts[module], re.MULTILINE
        )
        assert set(names.split(", ")) <= set(exported)


def test_the_joined_script_has_no_imports_or_exports() -> None:
    assert not re.search(r"^\s*(import|export)\b", joined_source(), re.MULTILINE)
    assert b"./" not in script().body


def test_every_source_file_is_joined_but_those_that_few_pages_load() -> None:
    folder = resources.files("consent_app.banner_script") / "source"
    joined = {f"{name}.js" for name in MODULES}
    later = {"choices.js", "gpp.js", "gpp-stub.js"}
    scripts = {path.name for path in folder.iterdir()} - {"globals.d.ts"}
    assert scripts == joined | later


def test_the_stub_of_the_platform_that_pages_hold_is_the_scripts_own(project: Path) -> None:
    assert f"<script>{gpp_stub()}</script>" in (project / "docs/banner.md").read_text("utf-8")
    assert gpp_stub().encode() in gpp().body


def test_bundled_npm_packages_name_their_licence() -> None:
    folder = resources.files("consent_app.banner_script") / "vendor"
    named = re.match(rb"\(\(\) => \{/\*! (@iabgpp/cmpapi [\d.]+, .+, Apache-2.0) \*/", gpp().body)
    assert named
    notice = (folder / "gpp.NOTICE.txt").read_text("utf-8")
    assert named[1].decode() in notice
    assert "TERMS AND CONDITIONS FOR USE" in notice


def test_css_loses_only_its_white_space() -> None:
    css = """
a:hover, b :nth-child(3) {
  color: red;
  margin: 0 auto;
}
@media (min-width: 36em) {
  c > d { inset: 1em 0 auto }
}
"""
    assert minified_css(css) == (
        "a:hover,b :nth-child(3){color:red;margin:0 auto}"
        "@media (min-width:36em){c > d{inset:1em 0 auto}}"
    )

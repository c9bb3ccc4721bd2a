"""How the banner script is bundled from its modules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.npm import MissingPackagesError
from tools import banner_modules
from tools.banner_modules import BUILT, FILES, STAMP, bundle, minified_css, stale


def test_the_built_files_are_those_of_the_sources(tmp_path: Path) -> None:
    assert not stale(), "A source has changed: run make banner-script"
    try:
        bundle(tmp_path)
    except MissingPackagesError as error:
        pytest.skip(str(error))
    built = {path.name: path.read_text("utf-8") for path in BUILT.iterdir()}
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == built
    assert set(built) == {*(f"{name}.js" for name in FILES), STAMP}


@pytest.mark.parametrize(("name", "file"), [("SOURCE", "tag.js"), ("BUILT", "banner.js")])
def test_a_changed_source_or_an_edited_file_makes_them_stale(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, file: str
) -> None:
    copy = shutil.copytree(getattr(banner_modules, name), tmp_path / "copy")
    monkeypatch.setattr(banner_modules, name, copy)
    assert not stale()
    with (copy / file).open("a", encoding="utf-8") as opened:
        opened.write("// another")
    assert stale()


def test_without_node_the_command_says_so_and_fails_only_if_they_are_stale(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert banner_modules.main() == 0
    monkeypatch.setattr(banner_modules, "BUILT", tmp_path)
    assert banner_modules.main() == 1
    assert "Node.js" in capsys.readouterr().err


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

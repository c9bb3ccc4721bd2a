"""The check of the banner's size, which ``make check`` makes."""

from __future__ import annotations

import pytest

from consent_app.banner_script import MAX_BYTES, __main__, script


def test_the_size_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main() == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert f"{len(script().gzipped):,} bytes" in first
    assert f"{MAX_BYTES:,} at most" in first
    assert len(others) == 2


def test_a_script_that_is_too_large_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(__main__, "MAX_BYTES", len(script().gzipped) - 1)
    assert __main__.main() == 1
    assert capsys.readouterr().out

"""The key ring: which master key a subkey comes from, and that no two uses share one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from consent_app.security.keyring import KEY_BYTES, KeyRing, UnknownKeyError

NEW, USED, OLD = (("new", b"n" * 32), ("used", b"u" * 32), ("old", b"o" * 32))


def test_each_purpose_and_each_key_has_its_own_subkey() -> None:
    ring = KeyRing((USED, OLD))
    derived = {ring.derive(purpose, key) for purpose in ("a", "b") for key in ring.ids}
    assert len(derived) == 4
    assert {len(key) for key in derived} == {KEY_BYTES}
    assert KeyRing((OLD, USED)).derive("a", "old") == ring.derive("a", "old")


def test_the_first_key_is_the_primary_one_and_the_oldest_lasts() -> None:
    ring = KeyRing((USED, OLD))
    assert ring.primary == "used"
    assert ring.derive_lasting("a") == ring.derive("a", "old")


def test_a_key_that_waits_for_its_rotation_is_not_the_oldest() -> None:
    ring = KeyRing((USED, NEW), added=("new",))
    assert ring.derive_lasting("a") == ring.derive("a", "used")
    assert "new" in ring.ids


def test_an_unknown_key_is_an_error_that_shows_no_key() -> None:
    ring = KeyRing((USED,))
    with pytest.raises(UnknownKeyError, match="old"):
        ring.derive("a", "old")
    assert repr(ring) == "KeyRing(used)"


def test_every_purpose_of_a_subkey_is_documented(project: Path) -> None:
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in (project / "consent_app").rglob("*.py")
    )
    purposes = set(re.findall(r'"((?:mac|sign|check):[a-z:-]+)"', sources))
    purposes |= {f"seal:{name}" for name in re.findall(r'_?PURPOSE = "([a-z._-]+)"', sources)}
    purposes |= set(re.findall(r'\bderive(?:_lasting)?\("([a-z:-]+)"', sources))
    assert {"sign:jwt", "seal:totp", "rate-limits", "mac:receipt-proof"} <= purposes
    page = (project / "docs" / "security.md").read_text(encoding="utf-8")
    table = page.partition("### Subkeys")[2].partition("\n## ")[0]
    first_cells = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    assert set(re.findall(r"`(.*?)`", " ".join(first_cells))) == purposes

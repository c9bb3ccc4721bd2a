"""The texts that laws ask for: whole in every language."""

from __future__ import annotations

import hashlib
import json

import pytest

from consent_app.jurisdictions.texts import rule_texts, texts_in

PROVED = "c4d8f4e282af64f3289cabc2e5fa7ebcc2d8d313a1cfd5f2790d25057ebb26fa"
"""The SHA-256 of the texts that receipts prove by the version of a rule.

Do not write another one here after a release. A changed text, and a language that is added, in
which visitors saw English before, needs a new version of each rule that shows it, and
``texts_shown`` must find the former texts for the former versions.
"""


def test_no_text_that_receipts_prove_has_changed() -> None:
    canonical = json.dumps(rule_texts(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(canonical.encode()).hexdigest() == PROVED


def test_every_language_says_everything() -> None:
    texts = rule_texts()
    names = texts["en"].keys()
    for locale, wording in texts.items():
        assert wording.keys() == names, locale
        assert all(text.strip() == text != "" for text in wording.values()), locale


@pytest.mark.parametrize(
    ("locale", "expected"),
    [("en", "en"), ("de", "de"), ("de-AT", "de"), ("DE-ch", "de"), ("tlh", "en")],
)
def test_a_language_is_found_by_its_tag(locale: str, expected: str) -> None:
    assert texts_in(locale) == rule_texts()[expected]

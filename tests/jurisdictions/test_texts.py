"""The texts that laws ask for: whole in every language."""

from __future__ import annotations

import pytest

from consent_app.jurisdictions.texts import rule_texts, texts_in


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

"""Catalogues: which language a person gets, and what happens to a text that no catalogue has."""

from __future__ import annotations

import subprocess
import sys

import pytest
from jinja2 import UndefinedError

from consent_app.banners.content import default_content
from consent_app.text import LOCALES
from consent_app.translations import (
    is_right_to_left,
    language_of,
    template_environment,
    translated,
    translations,
)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("de_CH", "de"),
        ("DE-Latn-DE", "de"),
        ("tlh", "en"),
        ("", "en"),
    ],
)
def test_a_language_of_ours_or_english(locale: str, language: str) -> None:
    assert language_of(locale) == language


@pytest.mark.parametrize(("language", "expected"), [("en", False), ("pt-BR", False), ("he", True)])
def test_the_direction_of_a_language(language: str, expected: bool) -> None:
    assert is_right_to_left(language) is expected


def test_english_needs_no_catalogue_and_unknown_texts_stay() -> None:
    assert LOCALES[0] == "en"
    assert translations("en").gettext("not known") == "not known"
    assert translations("de").gettext("not known") == "nicht bekannt"
    assert translations("de").gettext("never written") == "never written"


def test_pages_escape_and_refuse_what_is_undefined() -> None:
    env = template_environment("consent_app.web", "templates", "de", html=True)
    assert env.from_string("{{ value }}").render(value="<b>") == "&lt;b&gt;"
    with pytest.raises(UndefinedError):
        env.from_string("{{ value }}").render()


def test_every_catalogue_is_complete() -> None:
    command = [sys.executable, "-m", "tools.catalogues", "--check"]
    result = subprocess.run(command, check=False, capture_output=True, text=True)
    assert result.stdout == ""
    assert result.returncode == 0


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Verified", "verifiziert"),
        ("Not verified yet", "verifiziert"),
        ("Domain verified", "verifiziert"),
        ("Address verified", "bestätigt"),
        ("The domain is on hold", "angehalten"),
        ("on hold: over the plan", "angehalten"),
        (
            "The operator of this service suspended this domain: its banner asks nobody."
            " Your receipts stay. Ask the operator why.",
            "belege",
        ),
        (
            "This link expires in 3 days. If you did not register, do nothing: without your"
            " verification the address stays unverified.",
            "nicht registriert",
        ),
        ("The account is disabled", "deaktiviert"),
        ("A payment for your workspace is overdue", "überfällig"),
        ("If this was not you, tell the owners of your workspace now.", "inhaber"),
        ("Nothing runs before the visitor agrees.", "einwilligt"),
        ("The company or person responsible for the site's data.", "verantwortlich"),
        ("Offer to limit the use of sensitive data", "nutzung sensibler daten"),
        ("Domain resumed by the operator", "wieder freigegeben"),
        ("GDPR art. 13; EDPB guidelines 05/2020, 3.3", "art. 13 dsgvo"),
    ],
)
def test_a_term_has_one_german_word(text: str, term: str) -> None:
    assert term in translated(text, "de").lower()


def test_the_panel_calls_categories_as_the_default_banner_does() -> None:
    titles = {
        wording["locale"]: [category["title"] for category in wording["categories"]]
        for wording in default_content("x")["locales"]
    }
    assert [translated(title, "de") for title in titles["en"]] == titles["de"]

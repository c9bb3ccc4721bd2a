"""Names as people give them, lists in columns, and columns as the API spells them."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import UUID

import pytest

from consent_app.text import (
    CATALOGUE,
    LOCALES,
    camel_case,
    folded,
    is_visible,
    locales_in,
    noun_form,
    parse_uuid,
    sort_key,
    stored_list,
    trimmed,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, None),
        ("", ""),
        ("  Ada \t\n", "Ada"),
        ("\u00a0\u3000Ada Lovelace\ufeff", "Ada Lovelace"),
        ("a\u00a0b", "a\u00a0b"),
        # No white space to JavaScript's expressions, so neither here.
        ("\x1c", "\x1c"),
    ],
)
def test_white_space_around_a_name_is_removed(text: str | None, expected: str | None) -> None:
    assert trimmed(text) == expected


@pytest.mark.parametrize(
    ("column", "name"),
    [("name", "name"), ("retention_months", "retentionMonths"), ("a_b_c", "aBC")],
)
def test_columns_are_spelled_as_the_api_does(column: str, name: str) -> None:
    assert camel_case(column) == name


def test_languages_are_tags_with_english_first() -> None:
    assert LOCALES[0] == "en"
    assert "de" in LOCALES
    assert all(re.fullmatch(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?", tag) for tag in LOCALES)


def test_only_what_has_a_catalogue_is_a_language(tmp_path: Path) -> None:
    for folder in ("pl", "pt_BR", "en"):
        (tmp_path / folder / "LC_MESSAGES").mkdir(parents=True)
        (tmp_path / folder / CATALOGUE).touch()
    (tmp_path / "fr" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "fr" / "LC_MESSAGES" / "consent_app.mo").touch()
    (tmp_path / ".DS_Store").touch()
    (tmp_path / "consent_app.pot").touch()
    assert locales_in(tmp_path) == ("en", "pl", "pt-BR")


TAGS = "".join(chr(0xE0000 + ord(letter)) for letter in "pay")


@pytest.mark.parametrize(
    "name",
    [TAGS, "\U000e0101\U000e0102", "\U0001d173 \U0001bca0", "\ufff0\u200d", "\u3164\u2800", ""],
)
def test_a_name_of_invisible_characters_is_invisible(name: str) -> None:
    assert not is_visible(name)
    assert is_visible(f"{name}Zoë")


def test_flags_of_emoji_are_visible_although_they_have_tags() -> None:
    assert is_visible("\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f")


@pytest.mark.parametrize(
    ("written", "searched"),
    [
        ("ÄDA", "äda"),
        ("a\u0308da", "Äda"),
        ("Straße", "STRASSE"),
        ("ΣΟΦΟΣ", "σοφος"),
        ("İrem", "i\u0307REM"),
        ("\u212aelvin", "kelvin"),
    ],
)
def test_text_is_folded_without_case_and_composition(written: str, searched: str) -> None:
    assert folded(written) == folded(searched)
    assert folded("ä") != folded("a")


def test_names_are_sorted_by_their_letters() -> None:
    names = ["Zoo", "_x", "a b", "Äpfel", "apfel", "äpfel", "Apfelbaum", "éclair", "Über"]
    expected = ["_x", "a b", "apfel", "Äpfel", "äpfel", "Apfelbaum", "éclair", "Über", "Zoo"]
    assert sorted(names, key=sort_key) == expected


def test_letters_with_strokes_are_sorted_with_those_without() -> None:
    polish = ["Łódź", "Lublin", "Łukasz", "Lwów", "Mława", "Zofia"]
    others = ["Århus", "Đakovo", "Odense", "Œuvre", "Ørsted", "Oslo", "Þór", "Zürich"]
    for names in (polish, others):
        assert sorted(set(names), key=sort_key) == names


def test_an_empty_column_keeps_no_word() -> None:
    assert [stored_list(text) for text in ("", "a", "a,b")] == [[], ["a"], ["a", "b"]]


@pytest.mark.parametrize("text", ["", "x", "0192f3c4-0000-7000-8000-00000000000", "\0"])
def test_other_texts_are_no_uuid(text: str) -> None:
    assert parse_uuid(text) is None


def test_a_uuid_is_parsed() -> None:
    uuid = UUID("0192f3c4-0000-7000-8000-000000000000")
    assert parse_uuid(str(uuid)) == uuid


def test_a_noun_has_the_form_of_its_number() -> None:
    assert [noun_form(count, "receipt") for count in (0, 1, 2)] == [
        "receipts",
        "receipt",
        "receipts",
    ]

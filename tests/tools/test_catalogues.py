"""Updating the translation catalogues."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError

from tools import catalogues
from tools.catalogues import extracted, updated


def catalogue(folder: Path, language: str, text: str) -> Path:
    """Write a language's catalogue, and return its path."""
    path = folder / language / "LC_MESSAGES" / "consent_app.po"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_text_without_translation_is_named_with_its_line(tmp_path: Path) -> None:
    path = catalogue(tmp_path, "de", 'msgid "Known"\nmsgstr "Bekannt"\n')
    template = Catalog()
    for text in ("Known", "Missing", ("{n} day", "{n} days")):
        template.add(text)
    content, missing = updated(path, template)
    lines = content.decode().splitlines()
    assert [(lines[line - 1], text) for line, text in missing] == [
        ('msgid "Missing"', "fill in the msgstr of: Missing"),
        ('msgid "{n} day"', "fill in the msgstr of: ('{n} day', '{n} days')"),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('msgid "{name}"\nmsgstr "{nom}"', "the msgstr differs in {name}, {nom} from the msgid"),
        ('msgid "%(a)s"\nmsgstr "%(a) s"', "the msgstr differs in %, %(a)s from the msgid"),
        ('msgid "Half"\nmsgstr "50 %"', "the msgstr differs in % from the msgid"),
        ('msgid "{name}"\nmsgstr "{name} {"', "the msgstr differs in { from the msgid"),
        ('#, fuzzy\nmsgid "Half"\nmsgstr "x"', "check the msgstr, and remove the mark “fuzzy”, of"),
        ('msgid "Half"\nmsgstr "La moiti\u00e9"', None),
        ('msgid "%(a)s"\nmsgstr "%(a)s\u00a0!"', None),
    ],
)
def test_a_wrong_translation_is_named(tmp_path: Path, text: str, fault: str | None) -> None:
    template = Catalog()
    for message in ("Half", "{name}", "%(a)s"):
        template.add(message)
    faults = updated(catalogue(tmp_path, "fr", text + "\n"), template)[1]
    others = [sentence for _, sentence in faults if not sentence.startswith("fill in")]
    expected = [] if fault is None else [f"{fault}: "]
    assert [sentence[: sentence.index(": ") + 2] for sentence in others] == expected


def test_the_form_for_one_may_spell_its_number(tmp_path: Path) -> None:
    template = Catalog()
    template.add(("{n} day", "{n} days"))
    forms = ("un jour", "{n} jours", "{n} de jours")
    lines = "".join(f'msgstr[{place}] "{form}"\n' for place, form in enumerate(forms))
    path = catalogue(tmp_path, "fr", f'msgid "{{n}} day"\nmsgid_plural "{{n}} days"\n{lines}')
    assert updated(path, template)[1] == []


def test_a_new_language_begins_with_an_empty_file(tmp_path: Path) -> None:
    template = Catalog()
    template.add("Name", locations=[("a.js", 3), ("b.js", 4), ("b.js", 9)], auto_comments=["Note"])
    lines = updated(catalogue(tmp_path, "pl", ""), template)[0].decode().splitlines()
    assert lines[0] == "# The Polish texts of mails and pages. Keys are the English ones."
    assert "nplurals=3" in " ".join(lines)
    assert lines[-5:] == ["#. Note", "#: a.js b.js", 'msgid "Name"', 'msgstr ""', ""]


def test_a_malformed_file_is_refused(tmp_path: Path) -> None:
    path = catalogue(tmp_path, "fr", 'msgid "Name"\nmsgst "Nom"\n')
    with pytest.raises(PoFileError):
        updated(path, Catalog())


@pytest.mark.parametrize("language", ["pt-BR", "xx", "sr@latin"])
def test_a_folder_that_is_not_named_like_a_language_is_refused(
    tmp_path: Path, language: str
) -> None:
    with pytest.raises(LookupError, match=language):
        updated(catalogue(tmp_path, language, ""), Catalog())


def test_texts_have_their_files_and_what_translators_must_know() -> None:
    template = extracted()
    days = template["No visitors seen on %(hostname)s for %(subject)s days"]
    assert [name for name, _ in days.locations] == ["mail/texts/notification.no_traffic.j2"]
    assert days.auto_comments == ["%(subject)s is 7."]
    provider = template["the identity provider"]
    assert [name for name, _ in provider.locations] == ["panel/assets/screens/provider.js"]
    assert provider.auto_comments[0].startswith("it takes the place")


def test_the_check_names_no_lines_of_a_file_that_is_not_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    template = extracted()
    template.add("A text that is new")
    monkeypatch.setattr(catalogues, "extracted", lambda: template)
    monkeypatch.setattr(sys, "argv", ["catalogues", "--check"])
    assert catalogues.main() == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line.endswith("is out of date: run make catalogues") for line in lines)

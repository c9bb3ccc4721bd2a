"""Texts of the modules, and their translations."""

from __future__ import annotations

import json
import re

from consent_app.panel.pages import FOLDER
from consent_app.panel.texts import module_texts, texts_module, texts_of


def test_texts_are_literals() -> None:
    modules = [path for path in FOLDER.rglob("*.js") if path.name not in ("vendor.js", "texts.js")]
    for path in modules:
        source = path.read_text(encoding="utf-8")
        calls = re.findall(r"(?<![\w.$])(?:_|ngettext|mark)\(", source)
        assert len(calls) == len(list(texts_of(source))), path.name


def test_a_language_says_everything_and_english_nothing() -> None:
    texts = [module_texts('_("Sign in") + ngettext("{n} result", "{n} results", n)')]
    assert texts_module("en", texts) == "export default {};\n"
    german = texts_module("de", texts)
    assert '"Sign in": "Anmelden"' in german
    assert r'"{n} result\n{n} results\n1"' in german


def test_each_number_has_its_form_though_english_has_one() -> None:
    text = texts_module("de", [module_texts('ngettext("Show {n} more", "Show {n} more", n)')])
    german = json.loads(text.removeprefix("export default ").removesuffix(";\n"))
    assert german[""][:3] == "101"
    assert len(german[""]) == 201
    assert german["Show {n} more\nShow {n} more\n0"] == "{n} weiteren Eintrag zeigen"
    assert german["Show {n} more\nShow {n} more\n1"] == "{n} weitere Einträge zeigen"


def test_texts_are_extracted_from_every_form() -> None:
    source = '_("One") + __("no") + a._("no") + ngettext(\n  "{n} x", "{n} y", n) + _("a \\"b\\"")'
    assert [text for _, _, text in texts_of(source)] == ["One", ("{n} x", "{n} y"), 'a "b"']

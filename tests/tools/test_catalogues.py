"""Updating the translation catalogues."""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog

from tools.catalogues import updated


def test_a_text_without_translation_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / "consent_app.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Known"\nmsgstr "Bekannt"\n')
    template = Catalog()
    for text in ("Known", "Missing", ("{n} day", "{n} days")):
        template.add(text)
    content, missing = updated(path, template)
    lines = content.decode().splitlines()
    assert [(lines[line - 1], text) for line, text in missing] == [
        ('msgid "Missing"', "Missing"),
        ('msgid "{n} day"', "('{n} day', '{n} days')"),
    ]

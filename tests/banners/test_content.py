"""The default texts of a banner."""

from __future__ import annotations

from tests.support.banner_editing import CATEGORIES, TEXTS, banner, field_errors
from tests.support.factories import Panel


def test_texts_that_are_left_out_come_from_the_default_banner(panel: Panel, path: str) -> None:
    locales = [
        {"locale": "EN-gb", "texts": {"title": "Cookies"}},
        {"locale": "ar", "texts": dict.fromkeys(TEXTS, "نص")}
        | {
            "categories": [
                {"id": category, "title": "x", "description": "y"} for category in CATEGORIES
            ]
        },
    ]
    saved = panel.put(path, banner(locales=locales), status=200).json["banner"]
    british, arabic = saved["locales"]
    assert british["locale"] == "en-GB"
    assert british["texts"]["title"] == "Cookies"
    assert british["texts"]["accept"] == "Accept all"
    assert [category["id"] for category in british["categories"]] == CATEGORIES
    assert arabic["direction"] == "rtl"
    # What it is in one language says nothing in another.
    refused = field_errors(panel, path, locales=[{"locale": "ar", "texts": {"title": "x"}}])
    assert "#/locales/0/texts/accept" in refused
    assert "#/locales/0/categories" in refused
    assert "#/locales/0/texts/title" not in refused

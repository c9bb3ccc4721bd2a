"""The default banner's languages, and which of those there are a visitor is given."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.banners.content import default_content
from consent_app.banners.schemas import wordings_of
from consent_app.banners.validation import TEXTS, contrast_ratio, read_banner
from consent_app.language_tags import canonical, direction_of, lookup

EU = "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split()


def test_the_default_banner_speaks_every_language_of_the_union_and_two_englishes() -> None:
    locales = default_content("x")["locales"]
    tags = [locale["locale"] for locale in locales]
    assert tags[0] == "en"
    assert set(tags) == {*EU, "en-GB", "en-US"}
    assert tags == [canonical(tag) for tag in tags]
    for locale in locales:
        assert list(locale["texts"]) == list(TEXTS), locale["locale"]
        assert [category["id"] for category in locale["categories"]] == [
            "analytics",
            "marketing",
            "preferences",
        ]
        assert all(text.strip() == text and text for text in locale["texts"].values())
        assert locale["direction"] == direction_of(locale["locale"]) == "ltr"
        # A phone of 320 pixels has room for as much on a button.
        assert all(len(locale["texts"][name]) <= 26 for name in ("accept", "reject", "save"))
    # Nothing was left in English.
    english = locales[0]
    for locale in locales[3:]:
        same = [name for name in TEXTS if locale["texts"][name] == english["texts"][name]]
        assert set(same) <= {"services"}, locale["locale"]
        assert all(
            mine["description"] != english_category["description"]
            for mine, english_category in zip(
                locale["categories"], english["categories"], strict=True
            )
        )


def test_the_default_banner_is_one_that_an_editor_may_send() -> None:
    content = default_content("Works")
    assert read_banner({**content, "controller": "Works"}, "x") == content


def test_the_default_colours_can_be_read() -> None:
    style = default_content("x")["style"]
    for palette in (style, style["dark"]):
        assert contrast_ratio(palette["text"], palette["background"]) >= 7
        assert contrast_ratio(palette["accentText"], palette["accent"]) >= 4.5
        # The edge of a button or a switch (WCAG 1.4.11).
        assert contrast_ratio(palette["accent"], palette["background"]) >= 3


def test_a_wording_is_small() -> None:
    sizes = [
        len(json.dumps(item.document)) for item in wordings_of(default_content("x"), material=False)
    ]
    assert max(sizes) < 12_000


@pytest.mark.parametrize(
    ("tag", "form"),
    [
        ("EN-gb", "en-GB"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("iw", "he"),
        ("sh", "sr-Latn"),
        ("de-1996", "de-1996"),
        ("es-419", "es-419"),
        ("en-u-hc-h23", "en-u-hc-h23"),
        ("english", None),
        ("i-klingon", None),
        ("x-private", None),
        ("de_DE", None),
        ("", None),
    ],
)
def test_tags_have_one_form(tag: str, form: str | None) -> None:
    assert canonical(tag) == form


@pytest.mark.parametrize(
    ("available", "requested", "expected"),
    [
        ("en de", "de-CH-1996", "de"),
        ("en en-GB en-US", "en-AU", "en"),
        ("en en-GB en-US", "en-us", "en-US"),
        ("en no", "nb-NO", "no"),
        ("en nb", "no", "nb"),
        ("en nb", "nn-NO", "nb"),
        ("en sr-Cyrl sr-Latn", "sr", "sr-Cyrl"),
        ("en sr-Cyrl sr-Latn", "sr-Latn-RS", "sr-Latn"),
        ("en sr sr-Latn", "sr-ME", "sr-Latn"),
        ("en sr-Latn", "sr-RS", "sr-Latn"),
        ("en zh-Hans zh-Hant", "zh-TW", "zh-Hant"),
        ("en zh-Hans zh-Hant", "zh-HK", "zh-Hant"),
        ("en zh-Hans zh-Hant", "zh", "zh-Hans"),
        ("en zh-CN", "zh-Hans-SG", "zh-CN"),
        ("en pt-BR", "pt", "pt-BR"),
        ("en pt-BR pt-PT", "pt-PT", "pt-PT"),
        ("en pt-BR pt", "pt-AO", "pt"),
        ("en he", "iw-IL", "he"),
        ("en de", "fr", None),
        ("en de", "", None),
        ("en de", None, None),
        ("en de", "*", None),
    ],
)
def test_the_most_similar_language_is_found(
    available: str, requested: str | None, expected: str | None
) -> None:
    assert lookup(available.split(), requested) == expected


@given(st.text("abcdefhnortxuz-HLNTRS0123456789", max_size=24))
def test_lookup_gives_one_of_those_there_are(wanted: str) -> None:
    available = ["en", "de", "sr-Latn", "zh-Hant", "nb"]
    assert lookup(available, wanted) in (None, *available)
    form = canonical(wanted)
    assert form is None or canonical(form) == form


@pytest.mark.parametrize(
    ("tag", "direction"),
    [("ar", "rtl"), ("he-IL", "rtl"), ("az-Arab", "rtl"), ("ar-Latn", "ltr"), ("de", "ltr")],
)
def test_the_direction_follows_the_script(tag: str, direction: str) -> None:
    assert direction_of(tag) == direction

"""What is wrong with a banner is named with its place."""

from __future__ import annotations

from typing import Any

import pytest

from consent_app.banners.content import default_content, locales_of
from consent_app.banners.validation import contrast_ratio
from tests.support.banner_editing import CATEGORIES, WIDGET, banner, field_errors
from tests.support.factories import Panel


@pytest.mark.parametrize(
    ("changes", "pointer", "message"),
    [
        ({"locales": [{"locale": "english"}]}, "#/locales/0/locale", "language tag"),
        ({"locales": [{"locale": "en"}, {"locale": "EN"}]}, "#/locales/1/locale", "twice"),
        ({"policyUrl": "javascript:alert(1)"}, "#/policyUrl", "https://"),
        ({"policyUrl": "https://"}, "#/policyUrl", "https://"),
        ({"policyUrl": "//shop.example"}, "#/policyUrl", "https://"),
        ({"policyUrl": "https://shop.example@evil.example/"}, "#/policyUrl", "must not contain"),
        ({"policyUrl": "https://evil.example\\@shop.example/"}, "#/policyUrl", "must not contain"),
        ({"policyUrl": "https://shop.example/\u202efdp.exe"}, "#/policyUrl", "must not contain"),
        ({"policyUrl": "https://shop.example/\x7f"}, "#/policyUrl", "must not contain"),
        ({"categories": [{"id": "analytics"}] * 2}, "#/categories/1/id", "must not repeat"),
        ({"categories": []}, "#/categories", ""),
        ({"categories": [{"id": "necessary"}]}, "#/categories/0/id", ""),
        ({"style": {"text": "#777777"}}, "#/style/text", "4.47:1"),
        (
            {"style": {"accent": "#ffff00"}},
            "#/style/accentText",
            "accentText on accent has a contrast of 1.07:1, less than 4.5:1",
        ),
        ({"style": {"text": "red"}}, "#/style/text", ""),
        ({"controller": "  "}, "#/controller", ""),
        (
            {"categories": [{"id": category, "services": [WIDGET]} for category in CATEGORIES]},
            "#/categories/1/services/0/name",
            "another service",
        ),
        (
            {"categories": [{"id": "analytics", "patterns": ["a;b"]}]},
            "#/categories/0/patterns/0",
            "",
        ),
        (
            {
                "locales": [
                    {
                        "locale": "en",
                        "services": [{"name": "Other", "purpose": "x", "duration": "y"}],
                    }
                ]
            },
            "#/locales/0/services/0/name",
            "one of the categories",
        ),
        (
            {"categories": [{"id": "analytics", "patterns": ["_ok*a*b*c*", "a*" * 5]}]},
            "#/categories/0/patterns/1",
            "4 `*` or fewer",
        ),
        (
            {"categories": [{"id": "analytics", "services": [WIDGET | {"patterns": ["*" * 5]}]}]},
            "#/categories/0/services/0/patterns/0",
            "4 `*` or fewer",
        ),
        ({"unknown": 1}, "#/unknown", ""),
    ],
)
def test_each_fault_is_named_with_its_place(
    panel: Panel, path: str, changes: dict[str, Any], pointer: str, message: str
) -> None:
    errors = field_errors(panel, path, **changes)
    assert pointer in errors
    assert message in errors[pointer]


def test_a_dark_palette_is_held_to_the_same_contrast(panel: Panel, path: str) -> None:
    dark = {
        "background": "#000000",
        "text": "#333333",
        "accent": "#FFFFFF",
        "accentText": "#000000",
    }
    errors = field_errors(panel, path, style={"dark": dark})
    assert list(errors) == ["#/style/dark/text"]
    saved = panel.put(path, banner(style={"dark": dark | {"text": "#EEEEEE"}}), status=200).json
    assert saved["banner"]["style"]["dark"]["accent"] == "#ffffff"
    # An owner's own light colours do not come with the default's dark ones.
    changed = banner(style={"accent": "#0f766e"})
    saved = panel.put(path, changed, if_match="*", status=200).json
    assert saved["banner"]["style"]["dark"] is None
    assert contrast_ratio("#ffffff", "#000000") == pytest.approx(21)


def test_a_banner_has_a_size_that_can_be_loaded_and_kept(panel: Panel, path: str) -> None:
    """Each publication stores the services again in every language, permanently."""
    locales = [{"locale": locale} for locale in locales_of(default_content("Shop"))]
    panel.put(path, with_services(150, locales[:1]), status=200)
    panel.put(path, with_services(100, locales), if_match="*", status=200)
    refused = panel.put(path, with_services(150, locales), if_match="*", status=413).json
    assert refused["detail"].startswith("The texts and services in all languages together take 4,")
    heavy = with_services(150, locales[:1], patterns=["x" * 100] * 9)
    refused = panel.put(path, heavy, if_match="*", status=413).json
    assert refused["detail"].startswith("The texts and services in one language take 3")


def with_services(count: int, locales: list[dict[str, str]], **changes: Any) -> dict[str, Any]:
    """Return a banner with a third of the services, each with a long purpose, in each category."""
    categories = [
        {
            "id": category,
            "services": [
                WIDGET | {"name": f"{category} {number}", "purpose": "x" * 1000} | changes
                for number in range(count // 3)
            ],
        }
        for category in ("analytics", "marketing", "preferences")
    ]
    return banner(categories=categories, locales=locales)

"""Completing and checking an editor's input (``BannerContent`` of openapi.yaml).

The schema checks lengths and types; the rules here check how the parts fit together. Omitted parts
come from the default banner, in the same language if it has that language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from consent_app.banners import schemas
from consent_app.banners.content import (
    Content,
    default_locale,
    default_style,
)
from consent_app.errors import ContentTooLarge, FieldError, ValidationFailed
from consent_app.language_tags import canonical, direction_of
from consent_app.openapi.json import dumps

TEXTS = (
    "title",
    "description",
    "accept",
    "reject",
    "customise",
    "save",
    "close",
    "necessaryTitle",
    "necessaryDescription",
    "policy",
    "reopen",
    "receipt",
    "decidedOn",
    "gpcHonoured",
    "services",
    "provider",
    "purpose",
    "duration",
    "thirdParty",
    "blocked",
)
MAX_WILDCARDS = 4
"""In one name pattern: as many as any known service needs; more than two are rare."""
MAX_LANGUAGE_BYTES = 256 * 1024
"""What a visitor's browser has to load, at most: the texts and services in one language."""
MAX_BYTES = 4 * 1024 * 1024
"""Of all languages together. A publication stores the services in each of them, permanently:
without this limit, a request of 1 MB would store 40."""
MIN_CONTRAST = 4.5
"""WCAG 2.2, success criterion 1.4.3 (AA), for text of ordinary size."""
COLOURS = ("background", "text", "accent", "accentText")
PAIRS = (("text", "background"), ("accentText", "accent"))


def read_banner(body: dict[str, Any], controller: str) -> Content:
    """Return the banner that ``body`` describes; ``controller`` is the name of the workspace.

    Raises ValidationFailed, with one error for each invalid part, and ContentTooLarge.
    """
    field_errors: list[FieldError] = []
    categories = [category["id"] for category in body["categories"]]
    field_errors.extend(_repeated(categories, "#/categories", "/id", "category"))
    controller = (body.get("controller") or controller).strip() or controller
    locales = list(_locales(body, categories, field_errors))
    content = schemas.banner_content(body, controller, _style(body.get("style", {})), locales)
    field_errors.extend(_policy_errors(content["policyUrl"]))
    field_errors.extend(_service_errors(content))
    field_errors.extend(_pattern_errors(content))
    field_errors.extend(_contrast_errors(content["style"]))
    if field_errors:
        raise ValidationFailed(field_errors=tuple(field_errors))
    _check_size(content)
    return content


def _check_size(content: Content) -> None:
    shared = len(dumps(content["categories"]))
    sizes = [shared + len(dumps(entry)) for entry in content["locales"]]
    for size, limit, what in (
        (max(sizes), MAX_LANGUAGE_BYTES, "one language"),
        (sum(sizes), MAX_BYTES, "all languages together"),
    ):
        if size > limit:
            raise ContentTooLarge(
                f"The texts and services in {what} take {_kibibytes(size)}, more than"
                f" {_kibibytes(limit)}. Shorten texts, or remove services or languages."
            )


def _kibibytes(size: int) -> str:
    # Rounded up, so that no size looks like the limit that it exceeds.
    return f"{-(-size // 1024):,} KiB"


def _style(overrides: dict[str, Any]) -> dict[str, Any]:
    style = {**default_style(), **overrides}
    # The default's dark palette does not fit a palette of the owner's own.
    if "dark" not in overrides and not overrides.keys().isdisjoint(COLOURS):
        style["dark"] = None
    for palette in (style, style["dark"] or {}):
        for name in COLOURS:
            if name in palette:
                palette[name] = palette[name].lower()
    return style


def _locales(
    body: dict[str, Any], categories: list[str], field_errors: list[FieldError]
) -> Iterator[dict[str, Any]]:
    tags: list[str] = []
    services = {
        service["name"]
        for category in body["categories"]
        for service in category.get("services", [])
    }
    for index, entry in enumerate(body["locales"]):
        pointer = f"#/locales/{index}"
        tag = canonical(entry["locale"])
        if tag is None:
            field_errors.append(
                FieldError(f"{pointer}/locale", "must be a language tag (BCP 47) such as de-AT")
            )
            continue
        if tag in tags:
            field_errors.append(FieldError(f"{pointer}/locale", "must not be listed twice"))
        tags.append(tag)
        default = default_locale(tag)
        translated = entry.get("services", [])
        names = [service["name"] for service in translated]
        field_errors.extend(_repeated(names, f"{pointer}/services", "/name", "service"))
        field_errors.extend(
            FieldError(
                f"{pointer}/services/{number}/name", "must be a service of one of the categories"
            )
            for number, name in enumerate(names)
            if name not in services
        )
        yield {
            "locale": tag,
            "direction": entry.get("direction") or direction_of(tag),
            "texts": _texts(entry.get("texts", {}), default, pointer, field_errors),
            "categories": _titles(
                entry.get("categories", []), categories, default, pointer, field_errors
            ),
            "services": translated,
        }


def _texts(
    overrides: dict[str, str],
    default: dict[str, Any] | None,
    pointer: str,
    field_errors: list[FieldError],
) -> dict[str, str]:
    texts = {**(default["texts"] if default else {}), **overrides}
    field_errors.extend(
        FieldError(f"{pointer}/texts/{name}", "is required: the default banner lacks this language")
        for name in TEXTS
        if name not in texts
    )
    return {name: texts[name] for name in TEXTS if name in texts}


def _titles(
    overrides: list[dict[str, str]],
    categories: list[str],
    default: dict[str, Any] | None,
    pointer: str,
    field_errors: list[FieldError],
) -> list[dict[str, str]]:
    field_errors.extend(
        _repeated([entry["id"] for entry in overrides], f"{pointer}/categories", "/id", "category")
    )
    field_errors.extend(
        FieldError(f"{pointer}/categories/{number}/id", "must be one of the banner's categories")
        for number, entry in enumerate(overrides)
        if entry["id"] not in categories
    )
    entries = {entry["id"]: entry for entry in (default["categories"] if default else [])}
    entries |= {entry["id"]: entry for entry in overrides}
    missing = [category for category in categories if category not in entries]
    field_errors.extend(
        FieldError(
            f"{pointer}/categories", f"must name {category}: the default banner lacks this language"
        )
        for category in missing
    )
    return [
        {name: entries[category][name] for name in ("id", "title", "description")}
        for category in categories
        if category in entries
    ]


def _repeated(names: list[str], pointer: str, member: str, label: str) -> Iterator[FieldError]:
    for index, name in enumerate(names):
        if name in names[:index]:
            yield FieldError(f"{pointer}/{index}{member}", f"must not repeat an earlier {label}")


def _policy_errors(url: str | None) -> Iterator[FieldError]:
    if url is None:
        return
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or " " in url:
        yield FieldError("#/policyUrl", "must be an address that begins with https:// or http://")
    # Receipts show the address. A user name before the host, or characters that turn the direction
    # of the text, would make it look like another one.
    elif "@" in parts.netloc or "\\" in url or not url.isprintable():
        yield FieldError(
            "#/policyUrl", "must not contain a user name, a backslash or an invisible character"
        )


def _service_errors(content: Content) -> Iterator[FieldError]:
    names: set[str] = set()
    for index, category in enumerate(content["categories"]):
        pointer = f"#/categories/{index}"
        for number, service in enumerate(category["services"]):
            if service["name"] in names:
                yield FieldError(
                    f"{pointer}/services/{number}/name", "must not be the name of another service"
                )
            names.add(service["name"])


def _pattern_errors(content: Content) -> Iterator[FieldError]:
    for pointer, patterns in _patterns(content):
        for number, pattern in enumerate(patterns):
            if pattern.count("*") > MAX_WILDCARDS:
                yield FieldError(
                    f"{pointer}/patterns/{number}", f"must have {MAX_WILDCARDS} `*` or fewer"
                )


def _patterns(content: Content) -> Iterator[tuple[str, list[str]]]:
    """Yield the name patterns of each category and service, with the pointer to it."""
    for index, category in enumerate(content["categories"]):
        pointer = f"#/categories/{index}"
        yield pointer, category["patterns"]
        for number, service in enumerate(category["services"]):
            yield f"{pointer}/services/{number}", service["patterns"]


def _contrast_errors(style: dict[str, Any]) -> Iterator[FieldError]:
    for pointer, palette in (("#/style", style), ("#/style/dark", style["dark"])):
        for front, back in PAIRS if palette else ():
            contrast = contrast_ratio(palette[front], palette[back])
            if contrast < MIN_CONTRAST:
                yield FieldError(
                    f"{pointer}/{front}",
                    # Rounded down, so that 4.49 is not shown as 4.5.
                    f"{front} on {back} has a contrast of {int(contrast * 100) / 100:.2f}:1,"
                    f" less than {MIN_CONTRAST}:1",
                )


def contrast_ratio(colour: str, background: str) -> float:
    """Return the contrast ratio of two colours written ``#rrggbb``: from 1.0 to 21.0."""
    darker, lighter = sorted((_luminance(colour), _luminance(background)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)

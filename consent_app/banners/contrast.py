"""The contrast of two colours, as WCAG 2.2 defines it (relative luminance, contrast ratio)."""

from __future__ import annotations

LEAST = 4.5
"""Success criterion 1.4.3 (AA), for text of ordinary size."""


def ratio(one: str, other: str) -> float:
    """Return the contrast ratio of two colours written ``#rrggbb``: from 1.0 to 21.0."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[place : place + 2], 16) / 255) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)

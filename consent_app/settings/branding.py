"""A service's name and appearance, and the pages that its operator must link to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from consent_app.settings.reader import PREFIX, SettingsReader, is_page_address

PRODUCT_NAME = "Consent"
NAME_CHARACTERS = 40
MAX_BYTES = 256 * 1024
IMAGE_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webp": "image/webp",
}


@dataclass(frozen=True, slots=True)
class Branding:
    """The name, the images and the links of pages and emails."""

    product_name: str
    logo_file: Path | None
    favicon_file: Path | None
    imprint_url: str | None
    privacy_url: str | None
    terms_url: str | None


def read_branding(read: SettingsReader) -> Branding:
    """Read the settings of the name, the images and the links."""
    name = read.required("product_name", PRODUCT_NAME)
    if len(name) > NAME_CHARACTERS or any(ord(character) < 32 for character in name):
        read.fail(f"{PREFIX}product_name must be one line of at most {NAME_CHARACTERS} characters.")
    return Branding(
        product_name=name,
        logo_file=_image(read, "logo_file"),
        favicon_file=_image(read, "favicon_file"),
        imprint_url=_link(read, "imprint_url"),
        privacy_url=_link(read, "privacy_url"),
        terms_url=_link(read, "terms_url"),
    )


def _image(read: SettingsReader, name: str) -> Path | None:
    text = read.text(name)
    if text is None:
        return None
    if Path(text).suffix.lower() not in IMAGE_TYPES:
        read.fail(f"{PREFIX}{name} must end in one of {', '.join(IMAGE_TYPES)}.")
        return None
    path = read.file(name)
    if path is None:
        return None
    if not path.is_file():
        read.fail(f"{PREFIX}{name}: there is no file {path}.")
    elif path.stat().st_size > MAX_BYTES:
        read.fail(f"{PREFIX}{name} must not have more than {MAX_BYTES // 1024} KiB.")
    return path


def _link(read: SettingsReader, name: str) -> str | None:
    value = read.text(name)
    if value is None:
        return None
    if not is_page_address(value) or any(character.isspace() for character in value):
        read.fail(f"{PREFIX}{name} must be an address such as https://example.com/imprint.")
    return value

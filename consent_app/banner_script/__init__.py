"""The script that visitors load: its modules, bundled into one classic script.

The modules below ``source/`` are plain ES modules, so that editors and linters understand them.
``tools/banner_modules.py`` bundles them into ``built/``, with a stamp that ``make check`` compares,
so that the served script cannot lag behind its source. A classic script can be loaded by an
``async`` tag, and knows ``document.currentScript``.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator

MAX_BYTES = 10_000
"""As many as a visitor has to load, gzipped. ``make check`` fails past it."""


@dataclass(frozen=True, slots=True)
class Script:
    """The script as served. ``digest`` is the SHA-256 of ``body`` in hex, ``etag`` is quoted."""

    body: bytes
    gzipped: bytes
    etag: str
    digest: str


@cache
def script() -> Script:
    """Return the script, read on the first call and kept for the life of the process."""
    # The address of the second file changes with it, so that no cache joins two releases.
    return _script(_read("built/banner.js").replace("CHOICES_DIGEST", choices().digest[:12]))


@cache
def choices() -> Script:
    """Return the second file, which the script loads where a page or a rule needs it."""
    return _script(_read("built/choices.js").replace("GPP_DIGEST", gpp().digest[:12]))


@cache
def gpp() -> Script:
    """Return the file for the Global Privacy Platform, which domains may ask for.

    The bundled npm code comes before it, unchanged (``tools/gpp_module.py``).
    """
    vendor, own = _read("vendor/gpp.js"), _read("built/gpp.js")
    return _script(f'(() => {{{vendor}{gpp_stub()}(() => {{"use strict";{own}}})();}})();\n')


def gpp_stub() -> str:
    """Return the placeholder for that file's function until it has loaded; pages may keep it."""
    return _read("built/gpp-stub.js").strip()


def _read(name: str) -> str:
    return (resources.files(__name__) / name).read_text(encoding="utf-8")


def _script(text: str) -> Script:
    body = text.encode()
    digest = hashlib.sha256(body).hexdigest()
    return Script(
        body=body,
        # Without a time in its header the same source gives the same bytes on every server.
        gzipped=gzip.compress(body, compresslevel=9, mtime=0),
        etag=f'"{digest[:32]}"',
        digest=digest,
    )


def includeme(config: Configurator) -> None:
    """Register the script's view, and make the script before the first visitor asks for it."""
    config.register_views("consent_app.banner_script.views")
    script()

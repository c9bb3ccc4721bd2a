"""The script that visitors load: its source modules, joined and minified once at start.

The sources under ``source/`` are plain ES modules, so that editors and linters understand them.
They are joined into one classic script, which an ``async`` tag can load and in which
``document.currentScript`` is known. They are minified when the process starts, by rjsmin (some
twenty milliseconds in all): unlike a committed copy, the served script can never lag behind its
source, and no build step outside Python is needed.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import chain
from string import ascii_letters, ascii_lowercase, ascii_uppercase
from typing import Any

import rjsmin

MAX_BYTES = 10_000
"""As many as a visitor has to load, gzipped. ``make check`` fails past it."""

# Each module after those that it imports from.
MODULES = (
    "tag",
    "record",
    "outbox",
    "signals",
    "loader",
    "blocking",
    "api",
    "styles",
    "view",
    "main",
)

_IMPORT = re.compile(r'^import\s[^;]*?\sfrom\s"\./\w+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(async function|function|const|let) )", re.MULTILINE)
_WORD = re.compile(r"\w+")
_NAME = re.compile(r"(?<![\w.$])\w+(?![\w$])")
_OTHERWISE = re.compile(r"(?<=[.$-])\w+|\b\w+(?=\s*:)|(?<=[{,])\w+(?=[,}=])")
_QUOTE = re.compile(r"""["'`]""")
_CONST = re.compile(r"\bconst\b(?= ?[\w{\[])")
# What the formatter adds. No string of ours has such text, no loop an empty body, and every
# expression that ends with a brace ends with a semicolon.
_LAST_MARK = re.compile(r"[,;](?=})|,(?=\))|(?<=[}+])\n")
_ONE_PARAMETER = re.compile(r"(?<![\w$)\]])\((\w+)\)(?==>)")
_DECLARED = re.compile(r"\b(?:function|const|let) (\w+)")
_STYLES = re.compile(r"(?<=^const RULES = `).*?(?=^`;$)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Script:
    """The script as served. ``digest`` is the SHA-256 of ``body`` in hex, ``etag`` is quoted."""

    body: bytes
    gzipped: bytes
    etag: str
    digest: str


@cache
def script() -> Script:
    """Return the script, made on the first call and kept for the life of the process."""
    # The address of the second file changes with it, so that no cache joins two releases.
    return _built(joined_source().replace("CHOICES_DIGEST", choices().digest[:12]))


@cache
def choices() -> Script:
    """Return the second file, which the script loads where a page or a rule needs it."""
    source = _read("source/choices.js").replace("GPP_DIGEST", gpp().digest[:12])
    return _built(f'(() => {{\n"use strict";\n{source}}})();\n')


@cache
def gpp() -> Script:
    """Return the file for the Global Privacy Platform, which domains may ask for.

    The bundled npm code comes before it, unchanged (``tools/gpp_module.py``).
    """
    vendor, source = _read("vendor/gpp.js"), rjsmin.jsmin(_read("source/gpp.js"))
    body = f'(() => {{{vendor}{gpp_stub()}(() => {{"use strict";{source}}})();}})();\n'
    return _script(body.encode())


def gpp_stub() -> str:
    """Return the placeholder for that file's function until it has loaded; pages may keep it."""
    text = rjsmin.jsmin(_read("source/gpp-stub.js")).strip().replace("\n", " ")
    return _CONST.sub("let", text)


def _read(name: str) -> str:
    return (resources.files(__name__) / name).read_text(encoding="utf-8")


def _built(source: str) -> Script:
    # A variable that is never assigned to works the same with the shorter keyword; the sources keep
    # the other for linters.
    text = _LAST_MARK.sub("", _shortened(rjsmin.jsmin(source)))
    text = _ONE_PARAMETER.sub(r"\1", text)
    return _script(_CONST.sub("let", text).encode())


def _script(body: bytes) -> Script:
    digest = hashlib.sha256(body).hexdigest()
    return Script(
        body=body,
        # Without a time in its header the same source gives the same bytes on every server.
        gzipped=gzip.compress(body, compresslevel=9, mtime=0),
        etag=f'"{digest[:32]}"',
        digest=digest,
    )


def _shortened(text: str) -> str:
    """Return minified text with its declared names shortened: the most frequent to one letter.

    A name that occurs as a member, as a key or within quotes is not changed.
    """
    counts = Counter(_WORD.findall(text))
    letters = (letter for letter in ascii_letters if letter not in counts)
    short = chain(letters, (a + b for a in ascii_lowercase for b in ascii_uppercase))
    unmangled = set(_OTHERWISE.findall(text)) | _quoted_words(text)
    names: dict[str, str] = {}
    for name in sorted(set(_DECLARED.findall(text)), key=lambda name: (-counts[name], name)):
        if len(name) > 3 and name not in unmangled and not _ends_another(name, counts):
            names[name] = next(short)
            del counts[name]
    return _NAME.sub(lambda match: names.get(match[0], match[0]), text)


def _quoted_words(text: str) -> set[str]:
    """Return the words between any two quotation marks of a line."""
    between = (part for line in text.split("\n") for part in _QUOTE.split(line)[1:-1])
    return {word for part in between for word in _WORD.findall(part)}


def _ends_another(name: str, words: Iterable[str]) -> bool:
    return any(word.endswith(name) and word != name for word in words)


def sources() -> dict[str, str]:
    """Return the source of each module by its name, in the order in which they are joined."""
    folder = resources.files(__name__) / "source"
    return {name: (folder / f"{name}.js").read_text(encoding="utf-8") for name in MODULES}


def joined_source() -> str:
    """Return the modules as one function that runs by itself, still readable.

    Modules share one scope, so only one of them may declare a name at its top (checked by a
    test). That makes joining a matter of leaving out the words ``import`` and ``export``.
    """
    text = "".join(_EXPORT.sub("", _IMPORT.sub("", source)) for source in sources().values())
    text = _STYLES.sub(lambda match: minified_css(match[0]), text)
    return f'(() => {{\n"use strict";\n{text}}})();\n'


def minified_css(css: str) -> str:
    """Return our own style rules without the white space that only people need.

    Not for style sheets at large: it knows no strings with such characters and no comments.
    """
    css = re.sub(r"\s*([{},;])\s*", r"\1", css)
    return re.sub(r":\s+", ":", css).replace(";}", "}").strip()


def includeme(config: Any) -> None:
    """Register the script's view, and make the script before the first visitor asks for it."""
    config.register_views("consent_app.banner_script.views")
    script()

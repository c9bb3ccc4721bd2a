"""Templates: HTML files of this package with ``$name`` in them (``string.Template``)."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib import resources
from string import Template

from pyramid.response import Response

_FOLDER = resources.files(__name__.rpartition(".")[0])
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Markup(str):
    """Text that is HTML already, and is put into a template as it is."""

    __slots__ = ()


@cache
def _template(name: str) -> Template:
    return Template((_FOLDER / "templates" / name).read_text(encoding="utf-8"))


def render(name: str, values: Mapping[str, str]) -> Markup:
    """Return the template with each value escaped, unless it is ``Markup``.

    Raises KeyError when the template names a value that is not given.
    """
    escaped = {
        key: value if isinstance(value, Markup) else escape(value) for key, value in values.items()
    }
    return Markup(_template(name).substitute(escaped))


@cache
def packed_asset(name: str) -> bytes:
    """Return a file of ``assets/`` as gzip. What is large is kept so. Raises FileNotFoundError."""
    packed = _FOLDER / "assets" / f"{name}.gz"
    return packed.read_bytes() if packed.is_file() else gzip.compress(asset(name), mtime=0)


@cache
def asset(name: str) -> bytes:
    """Return a file of ``assets/``, unpacked. Raises FileNotFoundError."""
    folder = _FOLDER / "assets"
    packed = folder / f"{name}.gz"
    return (
        gzip.decompress(packed.read_bytes()) if packed.is_file() else (folder / name).read_bytes()
    )


def page(body: Markup, *, forms: bool = False) -> Response:
    """Return a whole HTML document, which may load our own files and nothing else.

    ``forms``: whether it may send forms, to this server alone.
    """
    response = Response(str(body), content_type="text/html", charset="utf-8")
    policy = POLICY.replace("form-action 'none'", "form-action 'self'") if forms else POLICY
    response.headers["Content-Security-Policy"] = policy
    return response

"""The paths of the panel's pages, with values for the names in them."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.factories import Site

_VALUES: dict[str, Callable[[Site], str]] = {
    "domainId": lambda site: site.id,
    "receiptId": lambda site: site.receipts()[0]["id"],
}
"""By the names in ``routes.js``."""

_QUERIES = {"/search": "?q=example"}
"""Without them, these pages request nothing of their own."""


def path_for(site: Site, path: str) -> str:
    """Return a page's path for the site: with its id, and that of its newest receipt."""

    def value(name: re.Match[str]) -> str:
        assert name[1] in _VALUES, f"add a value for :{name[1]} of {path} to {__name__}"
        return _VALUES[name[1]](site)

    return re.sub(r":(\w+)", value, path) + _QUERIES.get(path, "")

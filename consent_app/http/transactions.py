"""pyramid_tm, configured with the requests that it ignores.

It must be included before ``api.responses``: both tweens sit above the exception view. In the other
order an invalid response would become a 500 after its commit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyramid_tm
from pyramid.config import PHASE2_CONFIG, Configurator

if TYPE_CHECKING:
    from consent_app.http.request import Request


NO_TRANSACTION = "none"


def is_transactional(request: Request) -> bool:
    """Return whether the request gets a transaction: not if its path has ``x-transaction: none``.

    This is decided before routing, so by the path itself.
    """
    outside: re.Pattern[str] | None = request.registry.api.outside_transactions
    return outside is None or outside.fullmatch(request.environ["PATH_INFO"]) is None


def path_pattern(patterns: list[str]) -> re.Pattern[str] | None:
    """Return one expression that matches the paths of the route patterns, or None without any."""
    if not patterns:
        return None
    expressions = (
        "".join(
            "[^/]+" if part.startswith("{") else re.escape(part)
            for part in re.split(r"(\{[^}]*\})", pattern)
        )
        for pattern in patterns
    )
    return re.compile("|".join(expressions))


def includeme(config: Configurator) -> None:
    """Include pyramid_tm with an explicit manager for each request."""
    config.add_settings(
        {
            "tm.manager_hook": pyramid_tm.explicit_manager,
            "tm.activate_hook": is_transactional,
            # It would call the security policy before the route is found.
            "tm.annotate_user": False,
        }
    )
    config.include("pyramid_tm")

    def collect() -> None:
        patterns = [
            pattern
            for pattern, item in config.registry.api.document.paths()
            if item.get("x-transaction") == NO_TRANSACTION
        ]
        config.registry.api.outside_transactions = path_pattern(patterns)

    config.action(("consent_app.http.transactions",), collect, order=PHASE2_CONFIG)

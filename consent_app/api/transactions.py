"""pyramid_tm, told which requests it leaves alone.

It must be included before ``answers``: both tweens sit over the exception view, and in the other
order an answer that the document does not allow would be a 500 after its commit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyramid_tm
from pyramid.config import PHASE2_CONFIG, Configurator

if TYPE_CHECKING:
    from consent_app.api.request import Request


NO_TRANSACTION = "none"


def is_transactional(request: Request) -> bool:
    """Whether the request gets a transaction; not so where its path says ``x-transaction: none``.

    Asked before routing, therefore by the path itself.
    """
    outside: re.Pattern[str] | None = request.registry.api.outside_transactions
    return outside is None or outside.fullmatch(request.environ["PATH_INFO"]) is None


def path_pattern(patterns: list[str]) -> re.Pattern[str] | None:
    """Return one expression that matches the paths of route patterns; None where there are none."""
    if not patterns:
        return None
    one = (
        "".join(
            "[^/]+" if part.startswith("{") else re.escape(part)
            for part in re.split(r"(\{[^}]*\})", pattern)
        )
        for pattern in patterns
    )
    return re.compile("|".join(one))


def includeme(config: Configurator) -> None:
    """Include pyramid_tm with an explicit manager for each request."""
    config.add_settings(
        {
            "tm.manager_hook": pyramid_tm.explicit_manager,
            "tm.activate_hook": is_transactional,
            # It would ask the security policy before the router knows the route.
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

    config.action(("consent_app.api.transactions",), collect, order=PHASE2_CONFIG)

"""The texts that a rule requires, in each language: links, titles and notices.

They are not part of a banner's own wording: an owner cannot leave out or rename them. A
receipt's rule and version say which texts there were, so they never change (``texts_shown``).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import orjson


@cache
def rule_texts() -> dict[str, dict[str, str]]:
    """Return the texts by language: ``link``, ``optOut``, ``limitSensitive``, ``inForce``,
    ``notice`` and ``acknowledge``.
    """
    path = files("consent_app.jurisdictions").joinpath("data/texts.json")
    texts: dict[str, dict[str, str]] = orjson.loads(path.read_bytes())
    return texts


def texts_in(locale: str) -> dict[str, str]:
    """Return the texts in the language of a BCP 47 tag, or in English if there are none."""
    texts = rule_texts()
    return texts.get(locale) or texts.get(locale.partition("-")[0].lower()) or texts["en"]


def texts_shown(rule_id: str | None, locale: str | None, *, regime: str) -> dict[str, str] | None:
    """Return the texts that a receipt's rule put in place of the banner's own, or None.

    A rule that asks for consent first shows the banner's. All versions have the same texts so far.
    """
    if rule_id is None or locale is None or regime != "opt_out":
        return None
    return texts_in(locale)

"""A row of the feed, and its texts."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import get_args
from uuid import UUID

from consent_app.net.hostname import shown_hostname
from consent_app.notifications.notification_types import NOTIFICATION_TYPES, Severity
from consent_app.translations import translated

# Specific to this service, so that ids of the feed differ from all other ids.
_NAMESPACE = UUID("3d1c6c1e-8c8e-5d0e-9d1b-6f2f4c1f7a51")
_TEXTS = frozenset({"rule", "resolution", "source", "reason"})
"""The words that are translated texts."""

_SEVERITIES = get_args(Severity)
_KINDS = tuple(NOTIFICATION_TYPES)


@dataclass(frozen=True, slots=True)
class FeedItem:
    """A row of the feed. ``name`` consists of its kind, its subject and the condition's start.

    ``title`` and ``detail`` are English forms; ``words`` fill their braces.
    """

    name: str
    kind: str
    severity: Severity
    title: str
    detail: str
    words: dict[str, str]
    at: datetime
    domain_id: UUID | None
    hostname: str | None
    mail: str | None

    @property
    def id(self) -> UUID:
        """The row's id, which is stable while its condition lasts.

        Computed on demand: of tens of thousands of rows a hundred are shown.
        """
        return uuid.uuid5(_NAMESPACE, self.name)

    @property
    def rank(self) -> int:
        """The row's place among rows of one instant: by severity, then by kind."""
        return _SEVERITIES.index(self.severity) * len(_KINDS) + _KINDS.index(self.kind)

    def texts_in(self, language: str) -> tuple[str, str]:
        """Return title and detail in a supported language."""
        words = {
            name: translated(word, language) if name in _TEXTS else word
            for name, word in self.words.items()
        }
        if "hostname" in words:
            words["hostname"] = shown_hostname(words["hostname"])
        title, detail = translated(self.title, language), translated(self.detail, language)
        return title.format_map(words), detail.format_map(words)

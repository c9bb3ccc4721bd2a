"""A row of the feed, and what it says in a language."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent_app.notifications.notification_types import Severity
from consent_app.translations import translated

# Of this service alone, so that the ids of the feed are nobody else's.
_NAMESPACE = UUID("3d1c6c1e-8c8e-5d0e-9d1b-6f2f4c1f7a51")
_TEXTS = frozenset({"rule", "resolution", "source", "reason"})
"""The words that are texts of ours."""


@dataclass(frozen=True, slots=True)
class FeedItem:
    """A row of the feed. ``name`` is made of its kind, its subject and the condition's start.

    ``title`` and ``detail`` are English forms with ``words`` for what stands in braces.
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
        """The row's id, stable while the condition that it tells of holds.

        Computed when asked: of tens of thousands of rows a hundred are shown.
        """
        return uuid.uuid5(_NAMESPACE, self.name)

    def said(self, language: str) -> tuple[str, str]:
        """Return title and detail in one of our languages."""
        words = {
            name: translated(word, language) if name in _TEXTS else word
            for name, word in self.words.items()
        }
        title, detail = translated(self.title, language), translated(self.detail, language)
        return title.format_map(words), detail.format_map(words)

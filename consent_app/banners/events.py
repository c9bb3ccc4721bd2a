"""The events of banners. ``subject_id`` is the domain's, or the template's."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.events.event import Event


class BannerDraftSaved(Event):
    """A domain's draft was saved."""

    name = "banner.draft_saved"


class BannerDraftDiscarded(Event):
    """A domain's draft was deleted."""

    name = "banner.draft_discarded"


@dataclass(frozen=True, slots=True, kw_only=True)
class BannerPublished(Event):
    """A version of a domain's banner was published."""

    name = "banner.published"
    changes_site = "domain"

    hostname: str
    version: int


class BannerTemplateCreated(Event):
    """A template was created."""

    name = "banner_template.created"


class BannerTemplateChanged(Event):
    """A template was replaced."""

    name = "banner_template.changed"


class BannerTemplateDeleted(Event):
    """A template was deleted."""

    name = "banner_template.deleted"


class BannerTemplateApplied(Event):
    """A template was applied to domains."""

    name = "banner_template.applied"

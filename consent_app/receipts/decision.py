"""A visitor's decision: what a page reports, and the rules that it must keep.

``accept_all`` means every category that the version offers and no other, ``reject_all`` none
(``docs/decisions.md`` §5). A signal takes no version and stores no wording.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent_app.errors import FieldError, ValidationFailed

CATEGORIES = ("analytics", "marketing", "preferences")


@dataclass(frozen=True, slots=True)
class Decision:
    """What the page reports, its shape already held to the schema."""

    action: str
    source: str
    analytics: bool
    marketing: bool
    preferences: bool
    banner_version: int | None
    banner_locale: str | None
    surface: str
    regime: str | None
    decided_at: datetime | None
    former_receipt_id: UUID | None
    former_proof_token: str | None


@dataclass(frozen=True, slots=True)
class Offer:
    """What the decision was about: a version, and its wording in the locale that was named.

    ``digest`` is the wording's, None where the version was not published in that locale.
    """

    categories: tuple[str, ...]
    controller: str
    digest: str | None = None
    title: str | None = None
    description: str | None = None
    policy_url: str | None = None


def check(decision: Decision, offer: Offer | None, gpc_refuses: str) -> Offer:
    """Return what was offered, or raise ValidationFailed where the decision contradicts it.

    ``offer`` is None where the named version was never published on the domain.
    """
    field_errors: list[FieldError] = []
    if offer is None:
        field_errors.append(
            FieldError("#/bannerVersion", "must be a version published on this domain")
        )
    else:
        field_errors.extend(_faults(decision, offer))
        if decision.source == "gpc":
            field_errors.extend(_signal_faults(decision, gpc_refuses))
        elif offer.digest is None:
            field_errors.append(
                FieldError("#/bannerLocale", "must be a locale published in this version")
            )
    if field_errors or offer is None:
        raise ValidationFailed(field_errors=tuple(field_errors))
    return offer


def _faults(decision: Decision, offer: Offer) -> list[FieldError]:
    field_errors = []
    for category in CATEGORIES:
        granted, offered = getattr(decision, category), category in offer.categories
        if granted and not offered:
            reason = "must be false: this version does not offer the category"
        elif granted and decision.action == "reject_all":
            reason = "must be false: reject_all means no category"
        elif offered and not granted and decision.action == "accept_all":
            reason = "must be true: accept_all means every category offered"
        else:
            continue
        field_errors.append(FieldError(f"#/{category}", reason))
    return field_errors


def _signal_faults(decision: Decision, gpc_refuses: str) -> list[FieldError]:
    refused = CATEGORIES if gpc_refuses == "all" else ("marketing",)
    field_errors = [
        FieldError(f"#/{category}", "must be false: the signal refuses it on this domain")
        for category in refused
        if getattr(decision, category)
    ]
    if decision.action == "accept_all":
        field_errors.append(FieldError("#/action", "must not be accept_all: the signal refuses"))
    return field_errors

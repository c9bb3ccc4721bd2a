"""Previews of a sent or saved banner, as visitors would see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from consent_app.banners.content import Content, Preview, facts_of, locales_of
from consent_app.banners.drafts import get_domain_and_controller, state_of
from consent_app.banners.schemas import wordings_of
from consent_app.banners.validation import read_banner
from consent_app.context import Context
from consent_app.domains.service import Domain, assess_banner, visitor_rules_of
from consent_app.jurisdictions.service import read_place
from consent_app.language_tags import lookup


@dataclass(frozen=True, slots=True)
class PreviewVisitor:
    """The visitor for whom a banner is previewed: their language and their place."""

    locale: str | None
    place: str | None


def preview(
    ctx: Context, domain_id: UUID, body: dict[str, Any], visitor: PreviewVisitor
) -> Preview:
    """Return the banner that ``body`` (``BannerInput`` of openapi.yaml) would become. Stores
    nothing.

    Raises NotFound and ValidationFailed.
    """
    domain, controller = get_domain_and_controller(ctx, domain_id)
    return _preview(ctx, domain, read_banner(body, controller), visitor)


def preview_saved(ctx: Context, domain_id: UUID, visitor: PreviewVisitor) -> Preview:
    """Return the banner that publishing would show now: the draft, or else the published version.
    Raises NotFound."""
    domain, controller = get_domain_and_controller(ctx, domain_id)
    return _preview(ctx, domain, state_of(ctx.session, domain, controller).content, visitor)


def _preview(ctx: Context, domain: Domain, content: Content, visitor: PreviewVisitor) -> Preview:
    locales = locales_of(content)
    locale = lookup(locales, visitor.locale) or locales[0]
    wording = next(
        candidate
        for candidate in wordings_of(content, material=False)
        if candidate.locale == locale
    )
    rules = visitor_rules_of(ctx.session, domain)
    country, _, part = (visitor.place or "").partition("-")
    rule, _basis = rules.rule_for(read_place(country, part), ctx.now().date())
    return Preview(
        domain=domain,
        rules=rules,
        rule=rule,
        content=content,
        document=wording.document,
        digest=wording.digest,
        assessment=assess_banner(ctx, domain, facts_of(content)),
    )

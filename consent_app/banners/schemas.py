"""Banners as JSON: for editors, for visitors, and as versions are kept.

A version is kept as its head and one wording for each language, so that nobody reads 26 languages
to show one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from consent_app.banners.content import (
    BannerState,
    Content,
    Head,
    Person,
    Preview,
    WholeVersion,
    Wording,
    default_patterns,
    locales_of,
)
from consent_app.banners.models import BannerTemplate, BannerVersion
from consent_app.compliance.service import compliance_schema
from consent_app.domains.service import Domain
from consent_app.jurisdictions.service import Basis, Rule, VisitorRules, regime_of, texts_in
from consent_app.openapi.json import timestamp


def banner_content(
    body: Mapping[str, Any], controller: str, style: dict[str, Any], locales: list[dict[str, Any]]
) -> Content:
    """Return the content of a banner from an editor's input."""
    return {
        "controller": controller,
        "policyUrl": body.get("policyUrl"),
        "categories": [category_content(category) for category in body["categories"]],
        "style": style,
        "locales": locales,
    }


def category_content(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return a category of a content from an editor's input."""
    patterns = sent.get("patterns")
    return {
        "id": sent["id"],
        "preselected": sent.get("preselected", False),
        "patterns": default_patterns(sent["id"]) if patterns is None else patterns,
        "services": [
            {
                "name": service["name"],
                "provider": service["provider"],
                "purpose": service["purpose"],
                "duration": service["duration"],
                "thirdParty": service["thirdParty"],
                "patterns": service.get("patterns", []),
            }
            for service in sent.get("services", [])
        ],
    }


def wordings_of(content: Content, *, material: bool) -> list[Wording]:
    """Return the wording of each locale. ``material``: visitors must be asked again."""
    return [_wording(content, entry, material) for entry in content["locales"]]


def _wording(content: Content, in_locale: Mapping[str, Any], material: bool) -> Wording:
    titles = {category["id"]: category for category in in_locale["categories"]}
    translated = {service["name"]: service for service in in_locale["services"]}
    document = {
        "locale": in_locale["locale"],
        "direction": in_locale["direction"],
        "controller": content["controller"],
        "policyUrl": content["policyUrl"],
        "material": material,
        "categories": [
            {
                **category,
                "title": titles[category["id"]]["title"],
                "description": titles[category["id"]]["description"],
                "services": [
                    {**service, **translated.get(service["name"], {})}
                    for service in category["services"]
                ],
            }
            for category in content["categories"]
        ],
        "texts": in_locale["texts"],
        "style": content["style"],
    }
    return Wording(in_locale["locale"], document, digest_of(document))


def digest_of(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON: sorted members, no white space, UTF-8."""
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def version_head(content: Content, *, by_default: bool) -> Head:
    """Return the data that is stored with a version in addition to its wordings."""
    return {
        "byDefault": by_default,
        "defaultLocale": content["locales"][0]["locale"],
        "languages": locales_of(content),
        "controller": content["controller"],
        "policyUrl": content["policyUrl"],
        "style": content["style"],
        "categories": [category["id"] for category in content["categories"]],
        "details": content["categories"],
    }


def languages_of(head: Head, locales: Iterable[str]) -> list[str]:
    """Return a version's languages in their order; ``locales`` are those it has, in any order."""
    return head.get("languages") or sorted(
        locales, key=lambda locale: locale != head["defaultLocale"]
    )


def content_from(head: Head, documents: Iterable[Mapping[str, Any]]) -> Content:
    """Rebuild the content of a version from its head and the document of each locale.

    For versions of the first release, it contains only the fields that they stored.
    """
    by_locale = {entry["locale"]: entry for entry in documents}
    ordered = [by_locale[locale] for locale in languages_of(head, by_locale)]
    details = head.get("details") or [_bare(category) for category in head["categories"]]
    return {
        "controller": head["controller"],
        "policyUrl": head["policyUrl"],
        "categories": details,
        "style": head["style"],
        "locales": [_locale_from(entry, details) for entry in ordered],
    }


def _bare(category: str) -> dict[str, Any]:
    return {"id": category, "preselected": False, "patterns": [], "services": []}


def _locale_from(document: Mapping[str, Any], details: list[dict[str, Any]]) -> dict[str, Any]:
    by_name = {service["name"]: service for category in details for service in category["services"]}
    return {
        "locale": document["locale"],
        "direction": document["direction"],
        "texts": document["texts"],
        "categories": [
            {name: part[name] for name in ("id", "title", "description")}
            for part in document["categories"]
        ],
        "services": [
            {name: part[name] for name in ("name", "purpose", "duration")}
            for category in document["categories"]
            for part in category.get("services", ())
            if any(part[name] != by_name[part["name"]][name] for name in ("purpose", "duration"))
        ],
    }


def published_banner(version: BannerVersion) -> dict[str, Any]:
    """Return the response to a publication."""
    return {"version": version.version, "publishedAt": timestamp(version.published_at)}


def banner_document(state: BannerState) -> dict[str, Any]:
    """Return the BannerDocument that an editor works on."""
    return {
        "state": state.state,
        "version": state.version,
        "updatedAt": timestamp(state.updated_at) if state.updated_at else None,
        "updatedBy": _person(state.updated_by),
        "banner": state.content,
    }


def banner_version(version: BannerVersion, publisher: Person | None) -> dict[str, Any]:
    """Return the BannerVersion of a list."""
    return {
        **published_banner(version),
        "publishedBy": _person(publisher),
        "material": version.material,
        "locales": [
            {"locale": locale, "digest": version.digests[locale]}
            for locale in languages_of(version.content, version.digests)
        ],
    }


def whole_banner_version(whole: WholeVersion) -> dict[str, Any]:
    """Return the WholeBannerVersion."""
    return {**banner_version(whole.version, whole.publisher), "banner": whole.content}


def banner_template(template: BannerTemplate) -> dict[str, Any]:
    """Return the BannerTemplate of a list."""
    return {
        "id": str(template.id),
        "name": template.name,
        "createdAt": timestamp(template.created_at),
        "updatedAt": timestamp(template.updated_at),
    }


def whole_banner_template(template: BannerTemplate) -> dict[str, Any]:
    """Return the WholeBannerTemplate."""
    return {**banner_template(template), "banner": template.content}


def _person(person: Person | None) -> dict[str, str | None] | None:
    return {"id": str(person.id), "email": person.email} if person else None


def template_application(domains: list[Domain], versions: list[BannerVersion]) -> dict[str, Any]:
    """Return the TemplateApplicationResult of the document."""
    numbers = {version.domain_id: version.version for version in versions}
    items = [
        {"domainId": str(domain.id), "hostname": domain.hostname, "version": numbers.get(domain.id)}
        for domain in domains
    ]
    return {"items": items}


def public_banner_head(
    domain: Domain, version: BannerVersion, material_since: int | None, *, held: bool
) -> dict[str, Any]:
    """Return the parts of a PublicBanner that are the same in every language and by every rule."""
    return {
        **_public_domain(domain),
        **published_banner(version),
        "materialSince": material_since,
        "held": held,
    }


def banner_preview(preview: Preview, now: datetime, language: str) -> dict[str, Any]:
    """Return the BannerPreview, as if published ``now``; findings come in ``language``."""
    domain = preview.domain
    return {
        "banner": {
            **_public_domain(domain),
            "version": (domain.published_version or 0) + 1,
            "publishedAt": timestamp(now),
            "materialSince": None,
            "held": False,
            **public_banner_rule(preview.rules, preview.rule, preview.document["locale"]),
            "digest": preview.digest,
            **preview.document,
        },
        "content": preview.content,
        "compliance": compliance_schema(preview.assessment, language),
    }


def _public_domain(domain: Domain) -> dict[str, Any]:
    return {
        "domainId": str(domain.id),
        "hostname": domain.hostname,
        "region": domain.region,
        "gpc": domain.gpc_refuses,
        "shareSubdomains": domain.share_subdomains,
        "countImpressions": domain.count_impressions,
        "reloadOnWithdrawal": domain.reload_on_withdrawal,
    }


def public_banner_rule(rules: VisitorRules, rule: Rule, locale: str) -> dict[str, Any]:
    """Return a PublicBanner's members for one rule."""
    effective = rules.effective(rule)
    months, after_refusal = rules.renewal(rule)
    asks = effective.model == "opt_in" and not effective.exempt
    section = rules.gpp_section(rule)
    return {
        "regime": regime_of(effective.model),
        "renewAfterMonths": months,
        "renewAfterRefusalMonths": after_refusal,
        "rule": {
            "id": rule.id,
            "version": rule.version,
            "model": effective.model,
            "exempt": list(effective.exempt),
            "gpcBinds": rule.gpc_binds,
            "links": [
                link for link in rule.links if link != "limit_sensitive" or rules.limit_sensitive
            ],
            # The script's second file, which texts call for, loads the code that reports GPP.
            "texts": None if asks and section is None else texts_in(locale),
            "gpp": section,
        },
    }


def visitor_rule(rule: Rule, basis: Basis, *, gpc: bool) -> dict[str, Any]:
    """Return the VisitorRule of the document; ``gpc``: the request carried the signal."""
    return {"id": rule.id, "version": rule.version, "basis": basis, "gpc": gpc}

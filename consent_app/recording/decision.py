"""A visitor's decision: the page's report, its rules, and the data stored about the visitor.

``accept_all`` means exactly the categories that the version offers, ``reject_all`` none
(``docs/decisions.md`` §5). A signal names no version and stores no wording.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from consent_app.errors import FieldError, ValidationFailed
from consent_app.jurisdictions.service import (
    CATEGORIES,
    EffectiveRule,
    Rule,
    VisitorRules,
    rule_table,
    rule_versions,
)
from consent_app.security.macs import address_hash
from consent_app.user_agent import read_user_agent


class Decision(NamedTuple):
    """The page's report, already validated against the schema."""

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
    rule_id: str | None = None
    rule_version: int | None = None
    limit_sensitive: bool | None = None


@dataclass(frozen=True, slots=True)
class PublishedWording:
    """The categories that a version offers, and its wording in the named locale.

    ``digest`` is the wording's; None if the version was not published in that locale.
    """

    categories: tuple[str, ...]
    controller: str
    digest: str | None = None
    title: str | None = None
    description: str | None = None
    policy_url: str | None = None


def validate_decision(
    decision: Decision, wording: PublishedWording | None, gpc_refuses: str
) -> PublishedWording:
    """Return the wording. Raises ValidationFailed if the decision contradicts it.

    ``wording`` is None if the named version was never published on the domain.
    """
    field_errors: list[FieldError] = []
    rule_id, version = decision.rule_id, decision.rule_version
    if rule_id is not None and not _rule_exists(rule_id, version):
        field_errors.append(FieldError("#/ruleId", "must be an existing rule, in that version"))
    elif (rule_id is None) != (version is None):
        # One without the other would prove nothing, and neither is guessed.
        missing, sent = "ruleVersion", "ruleId"
        if rule_id is None:
            missing, sent = sent, missing
        field_errors.append(FieldError(f"#/{missing}", f"is required with {sent}"))
    if wording is None:
        field_errors.append(
            FieldError("#/bannerVersion", "must be a version published on this domain")
        )
    else:
        field_errors.extend(_category_errors(decision, wording))
        if decision.source == "gpc":
            field_errors.extend(_signal_errors(decision, gpc_refuses))
        elif wording.digest is None:
            field_errors.append(
                FieldError("#/bannerLocale", "must be a locale published in this version")
            )
    if field_errors or wording is None:
        raise ValidationFailed(field_errors=tuple(field_errors))
    return wording


def _rule_exists(rule_id: str, version: int | None) -> bool:
    if version is None:
        return rule_table().has(rule_id)
    return (rule_id, version) in rule_versions()


def _category_errors(decision: Decision, wording: PublishedWording) -> list[FieldError]:
    field_errors = []
    for category in CATEGORIES:
        granted, offered = getattr(decision, category), category in wording.categories
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


def _signal_errors(decision: Decision, gpc_refuses: str) -> list[FieldError]:
    refused = CATEGORIES if gpc_refuses == "all" else ("marketing",)
    field_errors = [
        FieldError(f"#/{category}", "must be false: the signal refuses it on this domain")
        for category in refused
        if getattr(decision, category)
    ]
    if decision.action == "accept_all":
        field_errors.append(FieldError("#/action", "must not be accept_all: the signal refuses"))
    return field_errors


def effective_rule(decision: Decision, rules: VisitorRules) -> EffectiveRule | None:
    """Return the rule that a validated decision names, as it applies on the domain."""
    rule = _named_rule(decision)
    return rules.effective(rule) if rule else None


def _named_rule(decision: Decision) -> Rule | None:
    if decision.rule_id is None or decision.rule_version is None:
        return None
    return rule_versions()[decision.rule_id, decision.rule_version]


def renewal_months(decision: Decision, wording: PublishedWording, rules: VisitorRules) -> int:
    """Return after how many months the visitor is asked again: the domain's setting, limited by
    the rule that the decision names, and after a refusal at least what that rule says."""
    rule = _named_rule(decision)
    if rule is None:
        return rules.renew_after_months
    months, after_refusal = rules.renewal(rule)
    return months if all(getattr(decision, name) for name in wording.categories) else after_refusal


class Visitor(NamedTuple):
    """The data of a request that HTTP reveals about its sender.

    ``edge`` is the country and the region that a trusted edge sent.
    """

    address: str
    user_agent: str | None
    edge: tuple[str | None, str | None]
    gpc_signal: bool


class VisitorFields(NamedTuple):
    """The data about a visitor that a receipt stores, by the workspace's setting.

    The setting is ``full``, ``reduced`` or ``none``.
    """

    ip_hash: str | None
    user_agent: str | None
    device: str


def minimise(visitor: Visitor, visitor_data: str, salt: bytes) -> VisitorFields:
    """Return the data to store about ``visitor``. The address itself is never stored."""
    agent = read_user_agent(visitor.user_agent or "")
    if visitor_data == "none":
        return VisitorFields(None, None, agent.device)
    user_agent = agent.whole if visitor_data == "full" else agent.reduced
    return VisitorFields(address_hash(salt, visitor.address), user_agent or None, agent.device)

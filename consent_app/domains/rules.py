"""Rules on a domain: listing them, overriding one, and removing an override."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.context import Context
from consent_app.domains import events, queries
from consent_app.domains.domains import get_domain, lock_domain
from consent_app.domains.models import Domain, DomainRule, visitor_rules
from consent_app.domains.scores import update_score
from consent_app.errors import FieldError, NotFound, ValidationFailed
from consent_app.events.event import Change
from consent_app.jurisdictions.service import (
    EffectiveRule,
    Model,
    Rule,
    VisitorRules,
    current_rule,
    is_laxer,
    rule_table,
)

REASON_NEEDED = "is required, for the audit log, because this is less strict than the rule"


@dataclass(frozen=True, slots=True)
class NewOverride:
    """A workspace's override of a rule."""

    model: Model
    exempt: tuple[str, ...]
    reason: str | None


@dataclass(frozen=True, slots=True)
class DomainRuleState:
    """A rule that applies today, the domain's override of it, if there is one, and what results.

    An override of an earlier version of the rule does not apply as a whole.
    """

    rule: Rule
    row: DomainRule | None
    effective: EffectiveRule


class _Setting(NamedTuple):
    """The details of a rule on a domain that the audit log records."""

    model: str
    exempt: str | None
    reason: str | None

    @classmethod
    def of(cls, row: DomainRule) -> _Setting:
        return cls(row.model, row.exempt or None, row.reason)

    @classmethod
    def by_law(cls, rule: Rule) -> _Setting:
        return cls(rule.model, None, None)

    def changes(self, after: _Setting) -> Iterator[Change]:
        changes = map(Change, self._fields, self, after)
        return (change for change in changes if change.before != change.after)


def visitor_rules_of(session: Session, domain: Domain) -> VisitorRules:
    """Return the settings of a domain that decide which rule applies to a visitor."""
    return visitor_rules(domain, queries.get_overrides(session, domain.id))


def list_rules(ctx: Context, domain_id: UUID) -> list[DomainRuleState]:
    """Return every rule that applies somewhere today, by id. Raises NotFound."""
    domain = get_domain(ctx, domain_id)
    overrides = queries.get_overrides(ctx.session, domain.id)
    rows, decided = {row.rule_id: row for row in overrides}, visitor_rules(domain, overrides)
    today = ctx.now().date()
    ids = sorted({rule.id for rule in rule_table().rules if rule.effective_from <= today})
    current = [current_rule(id_, today) for id_ in ids]
    return [DomainRuleState(rule, rows.get(rule.id), decided.effective(rule)) for rule in current]


def override_rule(ctx: Context, domain_id: UUID, rule_id: str, new: NewOverride) -> DomainRuleState:
    """Override a rule on a domain.

    Raises NotFound, and ValidationFailed for an override that is laxer than the rule without a
    reason.
    """
    domain, rule = _locked(ctx, domain_id, rule_id)
    reason = (new.reason or "").strip() or None
    if reason is None and is_laxer(rule, new.model, new.exempt):
        raise ValidationFailed(field_errors=(FieldError("#/reason", REASON_NEEDED),))
    row = queries.get_override(ctx.session, domain_id, rule_id)
    before = _Setting.by_law(rule) if row is None else _Setting.of(row)
    if row is None:
        row = DomainRule(domain_id=domain.id, rule_id=rule.id)
        ctx.session.add(row)
    row.rule_version = rule.version
    row.model, row.exempt, row.reason = new.model, ",".join(new.exempt), reason
    row.changed_at = ctx.now()
    ctx.session.flush()
    changes = (Change("rule", None, f"{rule.id} {rule.version}"), *before.changes(_Setting.of(row)))
    update_score(ctx.session, domain, ctx.now())
    ctx.emit(events.DomainRuleOverridden(subject_id=domain.id, changes=changes))
    return DomainRuleState(rule, row, visitor_rules(domain, [row]).effective(rule))


def restore_rule(ctx: Context, domain_id: UUID, rule_id: str) -> None:
    """Remove an override. Raises NotFound if the rule is not overridden."""
    domain, rule = _locked(ctx, domain_id, rule_id)
    row = queries.get_override(ctx.session, domain_id, rule_id)
    if row is None:
        raise NotFound
    ended = _Setting.of(row).changes(_Setting.by_law(rule))
    ctx.session.delete(row)
    ctx.session.flush()
    update_score(ctx.session, domain, ctx.now())
    changes = (Change("rule", None, rule.id), *ended)
    ctx.emit(events.DomainRuleRestored(subject_id=domain.id, changes=changes))


def _locked(ctx: Context, domain_id: UUID, rule_id: str) -> tuple[Domain, Rule]:
    domain = lock_domain(ctx, domain_id)
    if not rule_table().has(rule_id):
        raise NotFound
    rule = current_rule(rule_id, ctx.now().date())
    # Before a rule takes effect, ``current_rule`` returns the one that applies until then.
    if rule.id != rule_id:
        raise NotFound
    return domain, rule

"""Rules on a domain: listing them, overriding one, and removing an override."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from consent_app.context import Context
from consent_app.domains import events, queries
from consent_app.domains.models import Domain, DomainRule
from consent_app.domains.scores import update_score
from consent_app.errors import FieldError, NotFound, ValidationFailed
from consent_app.events.event import Change
from consent_app.jurisdictions.service import (
    Model,
    Rule,
    current_rule,
    is_laxer,
    rule_table,
)

REASON_NEEDED = "must give a reason, for the audit log, because this is less strict than the rule"


@dataclass(frozen=True, slots=True)
class NewOverride:
    """A workspace's override of a rule."""

    model: Model
    exempt: tuple[str, ...]
    reason: str | None


@dataclass(frozen=True, slots=True)
class DomainRuleState:
    """A rule that applies today, and the domain's override of it, if there is one."""

    rule: Rule
    row: DomainRule | None


def list_rules(ctx: Context, domain_id: UUID) -> list[DomainRuleState]:
    """Return every rule that applies somewhere today, by id. Raises NotFound."""
    domain = queries.get_domain(ctx.session, ctx.workspace_id, domain_id)
    if domain is None:
        raise NotFound
    rows = {row.rule_id: row for row in queries.get_domain_rules(ctx.session, domain_id)}
    today = ctx.now().date()
    ids = sorted({rule.id for rule in rule_table().rules if rule.effective_from <= today})
    return [DomainRuleState(current_rule(id_, today), rows.get(id_)) for id_ in ids]


def override_rule(ctx: Context, domain_id: UUID, rule_id: str, new: NewOverride) -> DomainRuleState:
    """Override a rule on a domain.

    Raises NotFound, and ValidationFailed for an override that is laxer than the rule without a
    reason.
    """
    domain, rule = _locked(ctx, domain_id, rule_id)
    reason = (new.reason or "").strip() or None
    if reason is None and is_laxer(rule, new.model, new.exempt):
        raise ValidationFailed(field_errors=(FieldError("#/reason", REASON_NEEDED),))
    row = queries.get_domain_rule(ctx.session, domain_id, rule_id)
    before = row.model if row is not None else None
    if row is None:
        row = DomainRule(domain_id=domain.id, rule_id=rule.id)
        ctx.session.add(row)
    row.rule_version = rule.version
    row.model, row.exempt, row.reason = new.model, ",".join(new.exempt), reason
    row.changed_at = ctx.now()
    ctx.session.flush()
    changes = [
        Change("rule", None, f"{rule.id} {rule.version}"),
        Change("model", before or rule.model, new.model),
        Change("exempt", None, row.exempt or None),
        Change("reason", None, reason),
    ]
    real_changes = tuple(change for change in changes if change.before != change.after)
    update_score(ctx.session, domain, ctx.now())
    ctx.emit(events.DomainRuleOverridden(subject_id=domain.id, changes=real_changes))
    return DomainRuleState(rule, row)


def restore_rule(ctx: Context, domain_id: UUID, rule_id: str) -> None:
    """Remove an override. Raises NotFound if the rule is not overridden."""
    domain, rule = _locked(ctx, domain_id, rule_id)
    row = queries.get_domain_rule(ctx.session, domain_id, rule_id)
    if row is None:
        raise NotFound
    changes = (Change("rule", None, rule.id), Change("model", row.model, rule.model))
    ctx.session.delete(row)
    ctx.session.flush()
    update_score(ctx.session, domain, ctx.now())
    ctx.emit(events.DomainRuleRestored(subject_id=domain.id, changes=changes))


def _locked(ctx: Context, domain_id: UUID, rule_id: str) -> tuple[Domain, Rule]:
    domain = queries.lock_domain(ctx.session, ctx.workspace_id, domain_id)
    if domain is None or not rule_table().has(rule_id):
        raise NotFound
    rule = current_rule(rule_id, ctx.now().date())
    # Before a rule begins, another one applies in its place, which is not what was asked for.
    if rule.id != rule_id:
        raise NotFound
    return domain, rule

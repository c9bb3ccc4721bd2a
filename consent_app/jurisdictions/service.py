"""Functions of jurisdictions that other rooms may call."""

from consent_app.jurisdictions.applied_rules import (
    AppliedRule,
    applied_rules,
    read_shares,
    write_shares,
)
from consent_app.jurisdictions.edge import read_edge
from consent_app.jurisdictions.geolocation import Geolocation
from consent_app.jurisdictions.places import Place, read_place
from consent_app.jurisdictions.rules import (
    CATEGORIES,
    Model,
    Rule,
    current_rule,
    regime_of,
    rule_at,
    rule_table,
    rule_versions,
)
from consent_app.jurisdictions.texts import texts_in, texts_shown
from consent_app.jurisdictions.visitor_rules import (
    Basis,
    EffectiveRule,
    Override,
    VisitorRules,
    is_laxer,
)

__all__ = [
    "CATEGORIES",
    "AppliedRule",
    "Basis",
    "EffectiveRule",
    "Geolocation",
    "Model",
    "Override",
    "Place",
    "Rule",
    "VisitorRules",
    "applied_rules",
    "current_rule",
    "is_laxer",
    "read_edge",
    "read_place",
    "read_shares",
    "regime_of",
    "rule_at",
    "rule_table",
    "rule_versions",
    "texts_in",
    "texts_shown",
    "write_shares",
]

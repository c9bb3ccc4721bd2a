"""Functions of domains that other rooms may call."""

from consent_app.domains.check_queries import (
    CheckTarget,
    claim_due_checks,
    delete_ended_conditions,
    get_check_target,
)
from consent_app.domains.check_results import CheckResult, record_check, record_scan
from consent_app.domains.domains import (
    DomainDetails,
    NewDomain,
    delete_domain,
    get_domain,
    get_plan_usage,
    insert_domain,
    make_domain,
    with_details,
)
from consent_app.domains.models import DEMO_HOSTNAME, STATUSES, Domain
from consent_app.domains.queries import (
    DomainFilters,
    get_domain_for_visitors,
    get_domains,
    get_page,
    get_workspaces_with_rule_shares,
    search_domains,
)
from consent_app.domains.rules import visitor_rules_of
from consent_app.domains.schemas import domain as domain_schema
from consent_app.domains.schemas import suspension as suspension_schema
from consent_app.domains.scores import (
    assess_banner,
    get_assessment,
    record_drafts,
    record_publications,
    update_rule_shares,
)
from consent_app.domains.suspension import is_held, resume_domain, suspend_domain

__all__ = [
    "DEMO_HOSTNAME",
    "STATUSES",
    "CheckResult",
    "CheckTarget",
    "Domain",
    "DomainDetails",
    "DomainFilters",
    "NewDomain",
    "assess_banner",
    "claim_due_checks",
    "delete_domain",
    "delete_ended_conditions",
    "domain_schema",
    "get_assessment",
    "get_check_target",
    "get_domain",
    "get_domain_for_visitors",
    "get_domains",
    "get_page",
    "get_plan_usage",
    "get_workspaces_with_rule_shares",
    "insert_domain",
    "is_held",
    "make_domain",
    "record_check",
    "record_drafts",
    "record_publications",
    "record_scan",
    "resume_domain",
    "search_domains",
    "suspend_domain",
    "suspension_schema",
    "update_rule_shares",
    "visitor_rules_of",
    "with_details",
]

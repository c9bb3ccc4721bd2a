"""Functions of billing that other rooms may call."""

from consent_app.billing.quota import (
    BilledAs,
    BilledSite,
    PlanUsage,
    get_domain_limit,
    plan_usage,
)

__all__ = ["BilledAs", "BilledSite", "PlanUsage", "get_domain_limit", "plan_usage"]

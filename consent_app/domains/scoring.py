"""The compliance of a domain, from its own row alone."""

from __future__ import annotations

from consent_app.domains.compliance import BannerFacts, Compliance, Facts, assess
from consent_app.domains.models import Domain


def compliance_of(domain: Domain, *, scanned: bool = False) -> Compliance:
    """Return the domain's score and findings, of its published banner, draft or default one.

    ``scanned`` is whether a scan of it was ever completed (``scanning.scan_states``).
    """
    return assess(
        Facts(
            region=domain.region,
            verified=domain.status == "verified",
            ssl_ok=domain.ssl_ok,
            scanned=scanned,
            gpc_refuses=domain.gpc_refuses,
            renew_after_months=domain.renew_after_months,
            banner=BannerFacts(
                policy_url=domain.banner_policy_url,
                purposes_named=domain.banner_purposes_named,
                locales=tuple(domain.banner_locales.split(",")),
                equal_choice=domain.banner_equal_choice,
                nothing_prechosen=domain.banner_nothing_prechosen,
                withdrawable=domain.banner_withdrawable,
            ),
        )
    )

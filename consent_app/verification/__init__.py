"""Verification: checking that a workspace controls a domain, on demand and on schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register views, jobs and limits, and the verifier of this process."""
    from consent_app.net.network import build_network
    from consent_app.verification import jobs
    from consent_app.verification.verifier import Verifier

    app = config.registry.application
    settings = app.settings
    network = build_network(settings, f"consent-app-verify/1.0 (+{settings.base_url})")
    # A check occupies a thread for some seconds. Most threads stay free for other requests.
    verifier = Verifier(network, settings.base_url, slots=max(1, settings.threads // 4))
    app.add(verifier)
    config.add_job_handler(jobs.CHECK_DUE, jobs.check_due)
    config.add_periodic_job(jobs.CHECK_DUE, every_seconds=jobs.CHECK_DUE_EVERY_SECONDS)
    config.add_rate_limit("domain_checks", 6, per_seconds=60)
    config.add_rate_limit("workspace_checks", 60, per_seconds=60)
    config.register_views("consent_app.verification.views")

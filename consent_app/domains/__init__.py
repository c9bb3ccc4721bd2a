"""Domains: hostnames, the unit that a plan bills, verification, and the compliance score."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register views, jobs and limits, and read the Public Suffix List at start."""
    from consent_app.domains import jobs
    from consent_app.domains.checks import network_of
    from consent_app.domains.hostname import load_suffixes
    from consent_app.domains.verification import Verifier

    load_suffixes()
    settings = config.registry.application.settings
    # A check holds a thread for some seconds: most of them are left to everybody else.
    slots = max(1, settings.threads // 4)
    verifier = Verifier(network_of(settings), settings.base_url, slots)
    config.registry.domain_verifier = verifier
    config.add_job_handler(jobs.CHECK_DUE, jobs.CheckDue(verifier))
    config.add_periodic_job(jobs.CHECK_DUE, every_seconds=jobs.CHECK_DUE_EVERY_SECONDS)
    config.add_rate_limit("domain_checks", 6, per_seconds=60)
    config.add_rate_limit("workspace_checks", 60, per_seconds=60)
    config.scan("consent_app.domains.views")
    config.scan("consent_app.domains.check_views")
    config.scan("consent_app.domains.group_views")

"""Signing in with a password: challenges, the second factor, throttling and lockout."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, emails, jobs and limits."""
    from consent_app.sign_in import hashing_limits, lockout, mails, throttling

    for template in mails.TEMPLATES:
        config.add_mail_template(template)
    config.add_job_handler(lockout.NOTIFY_OF_PASSWORDS, lockout.notify_of_passwords)
    config.add_job_handler(lockout.NOTIFY_OF_CODES, lockout.notify_of_codes)
    config.add_job_handler(throttling.PURGE, throttling.purge)
    config.add_periodic_job(throttling.PURGE, every_seconds=throttling.PURGE_EVERY_SECONDS)
    for policy_name, amount in hashing_limits.LIMITS.items():
        config.add_rate_limit(policy_name, amount, per_seconds=60)
    config.add_rate_limit("enrolments", 20, per_seconds=600)
    config.add_rate_limit("enrolments_from", 60, per_seconds=60)
    config.register_views("consent_app.sign_in.views")

"""Registration, accepting invitations, verifying addresses, password resets, pre-hijacking."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, emails, jobs and limits."""
    from consent_app.registration import (
        admin_mails,
        email_verification,
        jobs,
        mails,
        password_reset,
    )

    for template in mails.TEMPLATES + admin_mails.TEMPLATES:
        config.add_mail_template(template)
    config.add_job_handler(email_verification.RESEND, email_verification.resend)
    config.add_job_handler(password_reset.SEND_RESET, password_reset.send_reset)
    config.add_job_handler(jobs.PURGE, jobs.purge)
    config.add_periodic_job(jobs.PURGE, every_seconds=jobs.PURGE_EVERY_SECONDS)
    config.add_rate_limit("registrations", 60, per_seconds=3600)
    for policy_name in ("verification_mails", "reset_mails", "address_change_mails"):
        config.add_rate_limit(policy_name, 5, per_seconds=3600)
    config.add_rate_limit("mails_from", 60, per_seconds=3600)
    config.add_rate_limit("mails_of_site", 600, per_seconds=3600)
    config.register_views("consent_app.registration.views")

"""Plans, the demo, and paying for a workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, jobs, emails and limits, and the way to Stripe."""
    from consent_app.billing import jobs
    from consent_app.billing.mails import OVERDUE, SUSPENDED
    from consent_app.billing.subscription_creation import CANCEL
    from consent_app.payments.service import StripeProvider

    app = config.registry.application
    app.add(StripeProvider(app))
    config.add_job_handler(CANCEL, jobs.cancel_subscription)
    config.add_job_handler(jobs.CHECK_OVERDUE, jobs.check_overdue)
    config.add_periodic_job(jobs.CHECK_OVERDUE, every_seconds=jobs.CHECK_OVERDUE_EVERY_SECONDS)
    config.add_mail_template(OVERDUE)
    config.add_mail_template(SUSPENDED)
    config.add_rate_limit("checkouts", 30, per_seconds=3600)
    config.register_views("consent_app.billing.views")

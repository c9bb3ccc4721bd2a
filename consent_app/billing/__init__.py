"""Plans, the demo, and paying for a workspace."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, jobs, mails and limits, and the way to Stripe."""
    from consent_app.billing import jobs
    from consent_app.billing.attaching import CANCEL
    from consent_app.billing.mails import OVERDUE, SUSPENDED
    from consent_app.billing.payments import Payments

    payments = Payments()
    config.registry.payments = payments
    config.add_job_handler(CANCEL, jobs.Cancel(payments))
    config.add_job_handler(jobs.LOOK, jobs.Look(payments))
    config.add_periodic_job(jobs.LOOK, every_seconds=jobs.LOOK_EVERY_SECONDS)
    config.add_mail_template(OVERDUE)
    config.add_mail_template(SUSPENDED)
    config.add_rate_limit("checkouts", 30, per_seconds=3600)
    config.scan("consent_app.billing.views")

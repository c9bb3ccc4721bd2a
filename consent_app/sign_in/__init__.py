"""Registration, challenges, the second factor, sessions, refresh and hand-off."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, mails, jobs and limits."""
    from consent_app.sign_in import jobs
    from consent_app.sign_in.mails import CONFIRM_ADDRESS

    config.add_mail_template(CONFIRM_ADDRESS)
    config.add_job_handler(jobs.PURGE, jobs.purge)
    config.add_periodic_job(jobs.PURGE, every_seconds=jobs.PURGE_EVERY_SECONDS)
    config.add_rate_limit("registrations", 60, per_seconds=3600)
    config.scan("consent_app.sign_in.views")

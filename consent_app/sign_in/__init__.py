"""Registration, challenges, the second factor, sessions, refresh and hand-off."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, mails, jobs and limits."""
    from consent_app.sign_in import (
        account_mails,
        confirming,
        jobs,
        lockout,
        mails,
        network_limits,
        resetting,
        security_mails,
    )

    for template in mails.TEMPLATES + account_mails.TEMPLATES + security_mails.TEMPLATES:
        config.add_mail_template(template)
    config.add_job_handler(confirming.RESEND, confirming.resend)
    config.add_job_handler(resetting.SEND_RESET, resetting.send_reset)
    config.add_job_handler(lockout.TELL_OF_PASSWORDS, lockout.tell_of_passwords)
    config.add_job_handler(lockout.TELL_OF_CODES, lockout.tell_of_codes)
    config.add_job_handler(jobs.PURGE, jobs.purge)
    config.add_periodic_job(jobs.PURGE, every_seconds=jobs.PURGE_EVERY_SECONDS)
    config.add_rate_limit("registrations", 60, per_seconds=3600)
    config.add_rate_limit(network_limits.HASHING, network_limits.HASHING_A_MINUTE, per_seconds=60)
    config.add_rate_limit("enrolments", 20, per_seconds=600)
    config.add_rate_limit("enrolments_from", 60, per_seconds=60)
    config.add_rate_limit("mails", 5, per_seconds=3600)
    config.add_rate_limit("mails_from", 60, per_seconds=3600)
    config.scan("consent_app.sign_in.views")
    config.scan("consent_app.sign_in.mail_views")
    config.scan("consent_app.sign_in.account_views")
    config.include("consent_app.sign_in.identity_views")

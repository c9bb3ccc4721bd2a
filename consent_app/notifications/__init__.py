"""The feed, which is composed when it is read, the notification emails, and members' choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, emails, jobs and limits."""
    from consent_app.notifications import delivery, feed, jobs, weekly_summary
    from consent_app.notifications.notification_types import MAILS

    for mail in MAILS:
        config.add_mail_template(mail.template)
    config.add_mail_guard(delivery.GUARD, delivery.may_send)
    config.add_job_handler(feed.MAIL_EVENT, jobs.mail_event)
    config.add_job_handler(weekly_summary.ONE_SUMMARY, weekly_summary.summarize, patient=True)
    config.add_job_handler(jobs.FORMER_FIND_QUIET, jobs.mail_quiet_domains)
    for kind, handler, seconds in (
        (jobs.FORGET_EVENTS, jobs.forget_events, jobs.FORGET_EVENTS_EVERY_SECONDS),
        (jobs.BEGIN_WEEK, jobs.begin_week, jobs.HOUR_SECONDS),
        (jobs.FIND_QUIET, jobs.mail_quiet_domains, jobs.HOUR_SECONDS),
    ):
        config.add_job_handler(kind, handler)
        config.add_periodic_job(kind, every_seconds=seconds)
    config.register_views("consent_app.notifications.views")

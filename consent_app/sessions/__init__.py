"""Sessions, refresh, hand-off, one-time tokens, and the clients that people sign in from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, mail and job."""
    from consent_app.sessions import jobs
    from consent_app.sessions.mails import NEW_SIGN_IN

    config.add_mail_template(NEW_SIGN_IN)
    config.add_job_handler(jobs.PURGE, jobs.purge)
    config.add_periodic_job(jobs.PURGE, every_seconds=jobs.PURGE_EVERY_SECONDS)
    config.register_views("consent_app.sessions.views")

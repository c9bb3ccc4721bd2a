"""The feed: current problems and recent happenings of a workspace, composed when it is read."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the feed's views and the job that forgets."""
    from consent_app.notifications import jobs

    config.add_job_handler(jobs.FORGET_EVENTS, jobs.forget_events)
    config.add_periodic_job(jobs.FORGET_EVENTS, every_seconds=jobs.FORGET_EVENTS_EVERY_SECONDS)
    config.scan("consent_app.notifications.views")

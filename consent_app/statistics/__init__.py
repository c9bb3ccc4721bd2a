"""Statistics: decisions and impressions over time, counted by the hour."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the views and jobs, and the counter of this process's impressions."""
    from consent_app.recording.service import Recorder
    from consent_app.statistics import jobs
    from consent_app.statistics.impressions import Impressions

    app = config.registry.application
    app.add(Impressions(app, app.get(Recorder).contexts))
    config.add_job_handler(jobs.ROLL_UP, jobs.roll_up)
    config.add_periodic_job(jobs.ROLL_UP, every_seconds=jobs.ROLL_UP_EVERY_SECONDS)
    config.add_job_handler(jobs.FORMER_ROLL_UP, jobs.roll_up)
    config.add_job_handler(jobs.PRESENTATIONS, jobs.roll_up_presentations)
    config.add_periodic_job(jobs.PRESENTATIONS, every_seconds=jobs.PRESENTATIONS_EVERY_SECONDS)
    config.add_job_handler(jobs.VISITOR_RULES, jobs.update_visitor_rules)
    config.add_periodic_job(jobs.VISITOR_RULES, every_seconds=jobs.VISITOR_RULES_EVERY_SECONDS)
    config.add_job_handler(jobs.RETENTION, jobs.retention)
    config.add_periodic_job(jobs.RETENTION, every_seconds=jobs.RETENTION_EVERY_SECONDS)
    config.register_views("consent_app.statistics.views")

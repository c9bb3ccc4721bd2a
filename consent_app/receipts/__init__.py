"""Recording a decision, and reading receipts."""

from pyramid.config import PHASE3_CONFIG, Configurator


def includeme(config: Configurator) -> None:
    """Register views, jobs, the visitors' limit, and who may read an answer across origins."""
    from consent_app.receipts import jobs
    from consent_app.receipts.exporting import AT_ONCE, Exports
    from consent_app.receipts.impressions import Impressions
    from consent_app.receipts.recording import Recorder
    from consent_app.receipts.visitor_views import visitor_origin_allowed

    recorder = Recorder.of(config.registry.application)
    config.registry.recorder = recorder
    config.registry.impressions = Impressions(recorder.app, recorder.targets)
    # Each holds a thread: half of them are left to everybody else.
    threads = config.registry.application.settings.threads
    config.registry.exports = Exports(min(AT_ONCE, max(1, threads // 2)))
    config.action(None, _check_exports, args=(config,), order=PHASE3_CONFIG)
    config.add_job_handler(jobs.PARTITIONS, jobs.partitions)
    config.add_periodic_job(jobs.PARTITIONS, every_seconds=jobs.PARTITIONS_EVERY_SECONDS)
    config.add_job_handler(jobs.FORGET_KEYS, jobs.forget_keys)
    config.add_periodic_job(jobs.FORGET_KEYS, every_seconds=jobs.FORGET_KEYS_EVERY_SECONDS)
    config.add_job_handler(jobs.FIGURES, jobs.figures)
    config.add_periodic_job(jobs.FIGURES, every_seconds=jobs.FIGURES_EVERY_SECONDS)
    config.add_job_handler(jobs.RETENTION, jobs.retention)
    config.add_periodic_job(jobs.RETENTION, every_seconds=jobs.RETENTION_EVERY_SECONDS)
    config.add_rate_limit("visitors", 600, per_seconds=60)
    config.add_visitor_origin_check(visitor_origin_allowed)
    config.scan("consent_app.receipts.views")
    config.scan("consent_app.receipts.statistics_views")
    config.scan("consent_app.receipts.visitor_views")


def _check_exports(config: Configurator) -> None:
    from consent_app.receipts.export_rows import check_shape

    check_shape(
        config.registry.api.document.resolve({"$ref": "#/components/schemas/ConsentReceipt"})
    )

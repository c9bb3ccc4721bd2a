"""Exports: many receipts at once, as JSON, NDJSON or CSV, each with a manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register views and jobs, and the limit of concurrent exports."""
    from pyramid.config import PHASE3_CONFIG

    from consent_app.exports import jobs
    from consent_app.exports.slots import ExportSlots

    app = config.registry.application
    app.add(ExportSlots.among(app.settings.threads))
    config.action(None, _check_shape, args=(config,), order=PHASE3_CONFIG)
    config.add_job_handler(jobs.DELETE_MANIFESTS, jobs.delete_manifests)
    config.add_periodic_job(
        jobs.DELETE_MANIFESTS, every_seconds=jobs.DELETE_MANIFESTS_EVERY_SECONDS
    )
    config.register_views("consent_app.exports.views")


def _check_shape(config: Configurator) -> None:
    from consent_app.exports.rows import check_shape

    check_shape(
        config.registry.api.document.resolve({"$ref": "#/components/schemas/ConsentReceipt"})
    )

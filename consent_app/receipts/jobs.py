"""The periodic jobs of receipts."""

from __future__ import annotations

from typing import Any

from consent_app.application import Application
from consent_app.receipts import idempotency
from consent_app.receipts.figures import roll_up
from consent_app.receipts.manifests import forget_manifests
from consent_app.receipts.partitions import index_hashes, make_partitions
from consent_app.receipts.retention import apply_retention

PARTITIONS = "receipts.partitions"
PARTITIONS_EVERY_SECONDS = 24 * 3600
FORGET_KEYS = "receipts.forget_keys"
FORGET_KEYS_EVERY_SECONDS = 3600

FIGURES = "receipts.figures"
FIGURES_EVERY_SECONDS = 300

RETENTION = "receipts.retention"
RETENTION_EVERY_SECONDS = 24 * 3600


def partitions(app: Application, payload: dict[str, Any]) -> None:
    """Make the months to come and index those that are over. SQLite keeps one table."""
    if app.database.dialect == "postgresql":
        with app.database.engine.begin() as connection:
            make_partitions(connection, app.now())
        with app.database.engine.begin() as connection:
            index_hashes(connection, app.now())


def forget_keys(app: Application, payload: dict[str, Any]) -> None:
    """Delete the idempotency keys and the manifests of exports that are older than 24 hours."""
    while idempotency.delete_old_keys(app.database.engine, app.now()):
        pass
    with app.database.transaction() as session:
        forget_manifests(session, app.now())


def figures(app: Application, payload: dict[str, Any]) -> None:
    """Count the decisions of the last hours."""
    roll_up(app)


def retention(app: Application, payload: dict[str, Any]) -> None:
    """Delete what is past its workspace's retention."""
    apply_retention(app)

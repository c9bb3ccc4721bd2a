"""Functions of statistics that other rooms may call: a workspace's counts, and generated ones."""

from __future__ import annotations

from consent_app.statistics.generated_counts import count_generated_receipts
from consent_app.statistics.retention import delete_counts_of

__all__ = ["count_generated_receipts", "delete_counts_of"]

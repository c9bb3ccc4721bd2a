"""Functions of receipts that other rooms may call."""

from __future__ import annotations

from consent_app.receipts.deletion_queries import (
    count_of_hashes,
    delete_by_ids,
    delete_keys_of,
    delete_receipts,
    get_id_pages,
    get_ids_of_hashes,
    get_linked,
    has_receipts,
)
from consent_app.receipts.partition_queries import (
    count_partition,
    drop_partition,
    get_due_partitions,
    make_partition,
)
from consent_app.receipts.postgres_writers import receipt_writer
from consent_app.receipts.queries import (
    PROOF_COLUMNS,
    ReceiptFilters,
    ReceiptQuery,
    ReceiptRow,
    export_statement,
    filtered,
    first_valid_id,
    get_oldest_id,
    get_page,
    get_pages,
    get_receipt,
    search_receipts,
    with_search_hints,
)
from consent_app.receipts.recording_queries import (
    add_receipts,
    get_first_receipt_id,
    get_granted_categories,
)
from consent_app.receipts.schemas import consent_receipt, recorded_receipt
from consent_app.receipts.writers import (
    COMMITTED_WITHIN,
    LATEST_COMMIT,
    Outcome,
    PendingReceipt,
)

__all__ = [
    "COMMITTED_WITHIN",
    "LATEST_COMMIT",
    "PROOF_COLUMNS",
    "Outcome",
    "PendingReceipt",
    "ReceiptFilters",
    "ReceiptQuery",
    "ReceiptRow",
    "add_receipts",
    "consent_receipt",
    "count_of_hashes",
    "count_partition",
    "delete_by_ids",
    "delete_keys_of",
    "delete_receipts",
    "drop_partition",
    "export_statement",
    "filtered",
    "first_valid_id",
    "get_due_partitions",
    "get_first_receipt_id",
    "get_granted_categories",
    "get_id_pages",
    "get_ids_of_hashes",
    "get_linked",
    "get_oldest_id",
    "get_page",
    "get_pages",
    "get_receipt",
    "has_receipts",
    "make_partition",
    "receipt_writer",
    "recorded_receipt",
    "search_receipts",
    "with_search_hints",
]

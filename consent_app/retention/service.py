"""Functions that other rooms may call: erasing visitors, deleting receipts, their retention."""

from consent_app.retention.erasure import erase_visitor, find_by_proof_token, find_visitor
from consent_app.retention.retention import delete_receipts_of, get_retention_cutoff

__all__ = [
    "delete_receipts_of",
    "erase_visitor",
    "find_by_proof_token",
    "find_visitor",
    "get_retention_cutoff",
]

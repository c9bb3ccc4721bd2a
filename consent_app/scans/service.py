"""Functions of scans that other rooms may call."""

from consent_app.scans.models import Scan
from consent_app.scans.queries import (
    ScanState,
    get_scan_states,
    get_scanned,
    get_scanned_domain_id,
)
from consent_app.scans.scans import ScanOutcome, finish_scan, queue_scan, start_scan

__all__ = [
    "Scan",
    "ScanOutcome",
    "ScanState",
    "finish_scan",
    "get_scan_states",
    "get_scanned",
    "get_scanned_domain_id",
    "queue_scan",
    "start_scan",
]

"""Functions of scans that other rooms may call."""

from consent_app.scans import queries
from consent_app.scans.models import Scan
from consent_app.scans.queries import ScanState
from consent_app.scans.scans import ScanOutcome, finish_scan, queue_scan, start_scan

__all__ = [
    "Scan",
    "ScanOutcome",
    "ScanState",
    "finish_scan",
    "get_scan_states",
    "get_scanned",
    "queue_scan",
    "start_scan",
]

get_scan_states = queries.get_scan_states
get_scanned = queries.get_scanned

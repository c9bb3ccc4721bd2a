"""The JSON of search results."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from consent_app.receipts.service import consent_receipt, first_valid_id
from consent_app.search.search import SearchResults


def search_results(results: SearchResults, now: datetime) -> dict[str, Any]:
    """Return the SearchResults of the document."""
    first_valid = str(first_valid_id(now))
    return {
        "domains": [
            {"id": str(domain.id), "hostname": domain.hostname, "status": domain.status}
            for domain in results.domains
        ],
        "members": [
            {"id": str(member.id), "name": member.name, "email": member.email, "role": member.role}
            for member in results.members
        ],
        "receipts": [consent_receipt(row, first_valid) for row in results.receipts],
    }

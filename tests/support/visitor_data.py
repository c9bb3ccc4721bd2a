"""What the process keeps of a site."""

from __future__ import annotations

from tests.support.factories import Site


def keep_nothing(site: Site) -> None:
    site.panel.patch("/v1/workspace", {"visitorData": "none"}, status=200)


def is_address_kept(site: Site) -> bool:
    receipt_id = site.decide().json["id"]
    (row,) = (row for row in site.receipts() if row["id"] == receipt_id)
    return row["ipHash"] is not None

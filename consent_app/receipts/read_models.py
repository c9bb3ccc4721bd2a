"""The tables of receipts that other rooms' queries may read, and never write."""

from consent_app.receipts.models import consent_receipts

__all__ = ["consent_receipts"]

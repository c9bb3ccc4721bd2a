"""Functions of unsubscribing that other rooms may call."""

from consent_app.unsubscription.unsubscription import (
    is_suppressed,
    reencrypt_suppressions,
    resubscribe,
    unsubscribe,
    unsubscribe_links,
    unsubscribe_status,
)

__all__ = [
    "is_suppressed",
    "reencrypt_suppressions",
    "resubscribe",
    "unsubscribe",
    "unsubscribe_links",
    "unsubscribe_status",
]

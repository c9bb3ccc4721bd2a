"""What other rooms may ask of notifications: unsubscribing, and re-encryption."""

from consent_app.notifications.unsubscribing import (
    Unsubscription,
    reencrypt_suppressions,
    unsubscribe,
    unsubscribe_status,
)

__all__ = ["Unsubscription", "reencrypt_suppressions", "unsubscribe", "unsubscribe_status"]

"""The connection to Stripe: one client per process, created from the settings on first use."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from consent_app.application import Application
from consent_app.errors import BillingUnavailable
from consent_app.settings import StripeSettings

if TYPE_CHECKING:
    from consent_app.payments.stripe_client import StripeClient

READ_SECONDS = 10.0


class StripeProvider:
    """Creates the client when it is first needed, and again when the settings have changed.

    ``read_seconds`` is how long Stripe may take to respond.
    """

    def __init__(self, app: Application) -> None:
        self.read_seconds = READ_SECONDS
        self._app = app
        self._lock = threading.Lock()
        self._client: StripeClient | None = None

    @property
    def settings(self) -> StripeSettings:
        """The settings of Stripe. Raises BillingUnavailable if there are none."""
        settings = self._app.settings.stripe
        if settings is None:
            raise BillingUnavailable
        return settings

    @property
    def client(self) -> StripeClient:
        """The client. Raises BillingUnavailable if no keys are set."""
        # Stripe's library takes half a second to import: only servers that use it wait.
        from consent_app.payments.stripe_client import StripeClient

        settings = self.settings
        with self._lock:
            if self._client is None or self._client.settings != settings:
                # A call occupies a thread for seconds: most threads are left for other requests.
                slots = max(2, self._app.settings.threads // 4)
                self._client = StripeClient(settings, slots, self.read_seconds)
            return self._client

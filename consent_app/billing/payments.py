"""The one way to Stripe in a process: made when first needed, from the settings of that moment."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from consent_app.errors import BillingUnavailable
from consent_app.runtime import Runtime
from consent_app.settings import StripeSettings

if TYPE_CHECKING:
    from consent_app.billing.gateway import Gateway


class Payments:
    """Gives the gateway. ``read_seconds`` is how long an answer of Stripe's may take."""

    def __init__(self, read_seconds: float = 10.0) -> None:
        self.read_seconds = read_seconds
        self._lock = threading.Lock()
        self._made: Gateway | None = None

    def settings(self, runtime: Runtime) -> StripeSettings:
        """Return the settings of Stripe. Raises BillingUnavailable where there are none."""
        found = runtime.settings.stripe
        if found is None:
            raise BillingUnavailable
        return found

    def gateway(self, runtime: Runtime) -> Gateway:
        """Return the gateway. Raises BillingUnavailable where no keys are set."""
        # Stripe's library takes half a second to import, which nobody without it should pay.
        from consent_app.billing.gateway import Gateway

        settings = self.settings(runtime)
        with self._lock:
            if self._made is None or self._made.settings != settings:
                # A call holds a thread for seconds: most of them are left to everybody else.
                slots = max(2, runtime.settings.threads // 4)
                self._made = Gateway(settings, slots, self.read_seconds)
            return self._made

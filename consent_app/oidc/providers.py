"""The configured identity providers, and the keys of each: a fixed map from issuer to keys.

Keys are fetched when a token first needs them, and after that at most once a minute for each
provider: if a token's key is missing (the provider rotated its keys), or once an hour (it withdrew
one). Only one fetch runs at a time, however many tokens need it. While the provider is unavailable,
its last keys are used for a day.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping

from consent_app.errors import IdentityProviderUnavailable
from consent_app.oidc.endpoints import Endpoints
from consent_app.oidc.jwks import FETCH_SECONDS, JwkSet, ProviderUnavailableError
from consent_app.settings import IdentityProvider, Settings

REFETCH_SECONDS = 60.0
"""The minimum time between two fetches."""
RENEW_SECONDS = 3600.0
"""The age at which keys are fetched again even if no token needs a new one."""
MAX_KEYS_AGE_SECONDS = 24 * 3600.0
"""How long keys are used while the provider is unavailable."""
MAX_REDEEMED_AT_ONCE = 4
"""How many codes of one provider are redeemed at the same time, so that a slow one does not occupy
every thread."""

log = logging.getLogger(__name__)

Monotonic = Callable[[], float]
Fetch = Callable[[IdentityProvider], JwkSet]


class Provider:
    """One provider and its fetched keys. Shared by all threads."""

    def __init__(
        self, settings: IdentityProvider, fetch: Fetch, monotonic: Monotonic = time.monotonic
    ) -> None:
        self.settings = settings
        self.issuer = settings.issuer
        self.client_ids = frozenset(settings.client_ids)
        self._fetch = fetch
        self._monotonic = monotonic
        self._changed = threading.Condition()
        self._keys: JwkSet | None = None
        self._keys_since = 0.0
        self._fetched_at: float | None = None
        self._fetching = False
        self._failed = False
        self.redeeming = threading.BoundedSemaphore(MAX_REDEEMED_AT_ONCE)

    def keys(self, *, newer_than: JwkSet | None = None) -> JwkSet:
        """Return the provider's keys. With ``newer_than``, other keys than those if possible.

        Fetches them if that is due and allowed, which may take as long as the time limit. Call it
        outside a transaction. Raises IdentityProviderUnavailable if there are none.
        """
        with self._changed:
            # The first thread fetches. The others wait for it, unless there are keys to use or the
            # last fetch failed: so an unavailable provider occupies one thread and not all of them.
            while self._fetching and not self._failed and self._usable() in (None, newer_than):
                if not self._changed.wait(FETCH_SECONDS + 1):
                    break
            fetches = not self._fetching and self._is_due(newer_than) and self._wait_left() <= 0
            if fetches:
                self._fetching = True
                self._fetched_at = self._monotonic()
        if fetches:
            self._refetch()
        with self._changed:
            usable = self._usable()
            if usable is None:
                seconds = max(1, round(self._wait_left() + 0.5))
                raise IdentityProviderUnavailable(headers={"Retry-After": str(seconds)})
            return usable

    def endpoints(self) -> Endpoints:
        """Return the provider's endpoints; otherwise like ``keys``.

        Also raises IdentityProviderUnavailable if one of them is missing or cannot be used.
        """
        endpoints = self.keys().endpoints
        if endpoints is None:
            log.warning(
                "%s: its discovery document lacks an https authorization_endpoint or"
                " token_endpoint; without both, only ID tokens from other pages sign people in",
                self.issuer,
            )
            raise IdentityProviderUnavailable
        return endpoints

    def _refetch(self) -> None:
        keys: JwkSet | None = None
        try:
            keys = self._fetch(self.settings)
        except ProviderUnavailableError as error:
            log.warning("the keys of %s could not be fetched: %s", self.issuer, error)
        finally:
            with self._changed:
                self._fetching = False
                self._failed = keys is None
                if keys is not None:
                    self._keys, self._keys_since = keys, self._monotonic()
                self._changed.notify_all()

    def _usable(self) -> JwkSet | None:
        if self._keys is None or self._monotonic() - self._keys_since >= MAX_KEYS_AGE_SECONDS:
            return None
        return self._keys

    def _is_due(self, newer_than: JwkSet | None) -> bool:
        usable = self._usable()
        if usable is None or usable is newer_than:
            return True
        return self._monotonic() - self._keys_since >= RENEW_SECONDS

    def _wait_left(self) -> float:
        if self._fetched_at is None:
            return 0.0
        return self._fetched_at + REFETCH_SECONDS - self._monotonic()


class Providers:
    """The configured providers, by issuer. No token can add one."""

    def __init__(self, providers: Iterable[Provider]) -> None:
        self._providers: Mapping[str, Provider] = {
            provider.issuer: provider for provider in providers
        }

    def __len__(self) -> int:
        """Return the number of configured providers."""
        return len(self._providers)

    def offered(self) -> list[Provider]:
        """Return the providers that a sign-in page offers, in the settings' order."""
        return [
            provider for provider in self._providers.values() if provider.settings.name is not None
        ]

    def find(self, issuer: str) -> Provider | None:
        """Return the provider whose issuer is exactly ``issuer``, or None."""
        return self._providers.get(issuer)


def build_providers(settings: Settings, monotonic: Monotonic = time.monotonic) -> Providers:
    """Return the providers of the settings. Fetches nothing yet."""

    def fetch(provider: IdentityProvider) -> JwkSet:
        # Importing the HTTP client takes a sixth of a second. Without a provider it is never
        # needed.
        from consent_app.oidc.provider_client import fetch_keys

        return fetch_keys(provider, development=settings.development)

    return Providers(
        Provider(provider, fetch, monotonic) for provider in settings.identity_providers
    )

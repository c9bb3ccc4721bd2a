"""Rate limits: a moving window for each policy and key.

A feature declares its policies with ``config.add_rate_limit("visitors", 600, per_seconds=60)`` and
calls ``enforce_rate_limit``. The limits of a person, a key or a workspace are in the document
(``x-rate-limit-policies``, and ``x-rate-limits`` of each operation); the security policy applies
them with ``enforce_for_caller``. Development allows ten times as much. Keys are hashed with a
secret before they leave the process, so addresses are never stored.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from typing import Literal
from uuid import UUID

from limits import RateLimitItem, RateLimitItemPerSecond
from pyramid.config import Configurator

from consent_app.application import Application
from consent_app.errors import RateLimited
from consent_app.http.request import Request
from consent_app.rate_limits import DEVELOPMENT_FACTOR
from consent_app.rate_limits.fallback import make_windows

Per = Literal["person", "key", "workspace"]
"""Whose requests a policy of the document counts together."""


class RateLimits:
    """The policies of an application and their windows; ``registry.api.rate_limits``."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._policies: dict[str, RateLimitItem] = {}
        self._per: dict[str, Per] = {}
        self._windows = make_windows(app.settings.rate_limit_storage)

    @property
    def policies(self) -> Mapping[str, RateLimitItem]:
        """The policies by name."""
        return self._policies

    def add(self, name: str, amount: int, per_seconds: int, *, per: Per | None = None) -> None:
        """Declare a policy: ``amount`` hits within any ``per_seconds``.

        ``per`` says whose requests the document counts together.
        """
        if per is not None:
            self._per[name] = per
        if self._app.settings.development:
            amount *= DEVELOPMENT_FACTOR
        self._policies[name] = RateLimitItemPerSecond(amount, per_seconds, namespace=name)

    def enforce(self, name: str, key: str) -> None:
        """Count one hit of ``key`` under the policy ``name``.

        Raises RateLimited with ``Retry-After``, ``RateLimit`` and ``RateLimit-Policy``, and
        KeyError for an unknown policy.
        """
        item = self._policies[name]
        # The same in every process during a key rotation, so that Redis counts them together.
        secret = self._app.keys.derive_lasting("rate-limits")
        hashed = hashlib.blake2b(key.encode(), key=secret, digest_size=16).hexdigest()
        allowed, reset, remaining = self._windows.hit(item, hashed)
        if not allowed:
            # Redis keeps a window no longer, whatever a machine's clock said when it was counted.
            seconds = min(max(1, round(reset - time.time() + 0.5)), item.get_expiry())
            raise RateLimited(
                headers={
                    "Retry-After": str(seconds),
                    "RateLimit": f'"{name}";r={max(0, remaining)};t={seconds}',
                    "RateLimit-Policy": f'"{name}";q={item.amount};w={item.get_expiry()}',
                }
            )

    def enforce_for_caller(self, names: Sequence[str], caller: Mapping[Per, UUID | None]) -> None:
        """Count one request under each of the caller's policies.

        Raises RateLimited for the first one that is exceeded.
        """
        for name in names:
            key = caller.get(self._per[name])
            if key is not None:
                self.enforce(name, str(key))


def enforce_rate_limit(request: Request, policy_name: str, key: str) -> None:
    """Count one hit of ``key`` under a policy. Raises RateLimited, or KeyError for an unknown
    one."""
    limits: RateLimits = request.registry.api.rate_limits
    limits.enforce(policy_name, key)


def within_rate_limit(request: Request, policy_name: str, key: str) -> bool:
    """Count one hit of ``key`` like ``enforce_rate_limit``, but return whether it is allowed.

    For limits that are applied silently, because a refusal would reveal something about others.
    """
    try:
        enforce_rate_limit(request, policy_name, key)
    except RateLimited:
        return False
    return True


def add_rate_limit(config: Configurator, name: str, amount: int, *, per_seconds: int) -> None:
    """Directive: declare a policy of ``amount`` requests within any ``per_seconds``."""
    config.action(
        ("consent_app.api.rate_limit", name),
        config.registry.api.rate_limits.add,
        args=(name, amount, per_seconds),
    )


def includeme(config: Configurator) -> None:
    """Add the directive that declares a policy."""
    config.add_directive("add_rate_limit", add_rate_limit)

"""The client that the generated operations use: errors are raised, credentials sent."""

from __future__ import annotations

from typing import Any

import httpx
from consent_client.errors import error_of
from consent_client.generated import AuthenticatedClient


class RaisingClient(httpx.Client):
    """An ``httpx.Client`` that raises ApiError for every answer of 400 or more."""

    def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send, once credentials were renewed where that was needed."""
        response = super().send(request, **options)
        if response.status_code >= 400:
            response.read()
            response.close()
            raise error_of(response)
        return response


def open_client(
    base_url: str,
    *,
    token: str | None = None,
    auth: httpx.Auth | None = None,
    headers: dict[str, str] | None = None,
    timeout: float = 30,
) -> AuthenticatedClient:
    """Return a client for the generated operations, with ``token``, with ``auth`` or with neither.

    ``timeout`` is in seconds. Use it as a context manager, or keep it: it pools connections.
    """
    given = dict(headers or {})
    if token is not None:
        given["Authorization"] = f"Bearer {token}"
    client = AuthenticatedClient(base_url=base_url, token=token or "")
    return client.set_httpx_client(
        RaisingClient(base_url=base_url, auth=auth, headers=given, timeout=timeout)
    )

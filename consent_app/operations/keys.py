"""The operations of keys.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from consent_app.api.typed_requests import ApiRequest, Empty


class GetPublicKeys(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /.well-known/jwks.json``."""

    __slots__ = ()
    operation_id = "getPublicKeys"
    types = (Empty, Empty, Empty, Empty)

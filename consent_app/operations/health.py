"""The operations of health.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from consent_app.api.typed_requests import ApiRequest, Empty


class GetLiveness(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/health/live``."""

    __slots__ = ()
    operation_id = "getLiveness"
    types = (Empty, Empty, Empty, Empty)


class GetReadiness(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/health/ready``."""

    __slots__ = ()
    operation_id = "getReadiness"
    types = (Empty, Empty, Empty, Empty)

"""The operations of unsubscribing.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class ConfirmUnsubscribeBody(Values):
    """What is sent as ``ConfirmUnsubscribeBody``."""

    __slots__ = ("token",)
    names = ("token",)

    token: str


class OneClickUnsubscribeQuery(Values):
    """What is sent as ``OneClickUnsubscribeQuery``."""

    __slots__ = ("token",)
    names = ("token",)

    token: str


class GetUnsubscribeStatusQuery(Values):
    """What is sent as ``GetUnsubscribeStatusQuery``."""

    __slots__ = ("token",)
    names = ("token",)

    token: str


class ConfirmUnsubscribe(ApiRequest[Empty, Empty, Empty, ConfirmUnsubscribeBody]):
    """``POST /v1/unsubscribe/confirm``."""

    __slots__ = ()
    operation_id = "confirmUnsubscribe"
    types = (Empty, Empty, Empty, ConfirmUnsubscribeBody)


class OneClickUnsubscribe(ApiRequest[Empty, OneClickUnsubscribeQuery, Empty, Empty]):
    """``POST /v1/unsubscribe/one-click``."""

    __slots__ = ()
    operation_id = "oneClickUnsubscribe"
    types = (Empty, OneClickUnsubscribeQuery, Empty, Empty)


class GetUnsubscribeStatus(ApiRequest[Empty, GetUnsubscribeStatusQuery, Empty, Empty]):
    """``GET /v1/unsubscribe/status``."""

    __slots__ = ()
    operation_id = "getUnsubscribeStatus"
    types = (Empty, GetUnsubscribeStatusQuery, Empty, Empty)

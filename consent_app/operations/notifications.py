"""The operations of notifications.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class ListNotificationsQuery(Values):
    """What is sent as ``ListNotificationsQuery``."""

    __slots__ = ("cursor", "limit")
    names = (
        "limit",
        "cursor",
    )
    defaults = {"limit": 100}

    limit: int
    cursor: str | None


class ListNotifications(ApiRequest[Empty, ListNotificationsQuery, Empty, Empty]):
    """``GET /v1/notifications``."""

    __slots__ = ()
    operation_id = "listNotifications"
    types = (Empty, ListNotificationsQuery, Empty, Empty)


class MarkNotificationsRead(ApiRequest[Empty, Empty, Empty, Empty]):
    """``POST /v1/notifications/read``."""

    __slots__ = ()
    operation_id = "markNotificationsRead"
    types = (Empty, Empty, Empty, Empty)

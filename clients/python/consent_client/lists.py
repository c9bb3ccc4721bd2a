"""The lists of the API as iterators that fetch page after page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Generic, TypeVar

import httpx
from consent_client.generated.models import (
    AuditEvent,
    BannerVersion,
    ConsentReceipt,
    Domain,
    NotificationItem,
)
from consent_client.http import ApiClient

T = TypeVar("T")


@dataclass(frozen=True)
class Listing(Generic[T]):
    """A paged operation: its path, the type of its rows, and the JSON member that contains them."""

    path: str
    read: Callable[[dict[str, Any]], T]
    member: str | None = None

    def rows(self, response: httpx.Response) -> list[T]:
        """Return the rows of one page."""
        answer = response.json()
        return [self.read(row) for row in (answer if self.member is None else answer[self.member])]


RECEIPTS = Listing("/v1/consent-events", ConsentReceipt.from_dict)
DOMAINS = Listing("/v1/domains", Domain.from_dict, "items")
AUDIT_EVENTS = Listing("/v1/audit-events", AuditEvent.from_dict)
NOTIFICATIONS = Listing("/v1/notifications", NotificationItem.from_dict, "items")
KEY_RECEIPTS = Listing("/v1/api/consent-events", ConsentReceipt.from_dict)
KEY_DOMAINS = Listing("/v1/api/domains", Domain.from_dict, "items")


def banner_versions(domain_id: str) -> Listing[BannerVersion]:
    """Return the listing of a domain's published versions."""
    return Listing(f"/v1/domains/{domain_id}/banner/versions", BannerVersion.from_dict)


def pages(api: ApiClient, listing: Listing[T], filters: dict[str, Any]) -> Iterator[T]:
    """Yield every row. Each page is fetched when its first row is requested."""
    client, following = api.get_httpx_client(), _first(filters)
    while following is not None:
        response = client.get(listing.path, params=following)
        yield from listing.rows(response)
        following = _next(response)


async def async_pages(
    api: ApiClient, listing: Listing[T], filters: dict[str, Any]
) -> AsyncIterator[T]:
    """Yield every row. Each page is fetched when its first row is requested."""
    client, following = api.get_async_httpx_client(), _first(filters)
    while following is not None:
        response = await client.get(listing.path, params=following)
        for row in listing.rows(response):
            yield row
        following = _next(response)


class Lists:
    """The lists of a workspace.

    Filters have the names that the generated operations have, such as ``domain_id`` and ``from_``,
    or those of the query parameters, such as ``domainId``. ``page`` is the number of rows that each
    request fetches.
    """

    api: ApiClient

    def receipts(self, *, page: int = 100, **filters: Any) -> Iterator[ConsentReceipt]:
        """Yield every receipt, newest first."""
        return pages(self.api, RECEIPTS, {"limit": page, **filters})

    def domains(self, *, page: int = 100, **filters: Any) -> Iterator[Domain]:
        """Yield every domain, newest first."""
        return pages(self.api, DOMAINS, {"limit": page, **filters})

    def audit_events(self, *, page: int = 100, **filters: Any) -> Iterator[AuditEvent]:
        """Yield every event of the audit log, newest first."""
        return pages(self.api, AUDIT_EVENTS, {"limit": page, **filters})

    def notifications(self, *, page: int = 100) -> Iterator[NotificationItem]:
        """Yield every row of the feed, newest first."""
        return pages(self.api, NOTIFICATIONS, {"limit": page})

    def banner_versions(self, domain_id: str, *, page: int = 100) -> Iterator[BannerVersion]:
        """Yield every published version of a domain's banner, newest first."""
        return pages(self.api, banner_versions(domain_id), {"limit": page})


class AsyncLists:
    """The asynchronous version of ``Lists``."""

    api: ApiClient

    def receipts(self, *, page: int = 100, **filters: Any) -> AsyncIterator[ConsentReceipt]:
        """Yield every receipt, newest first."""
        return async_pages(self.api, RECEIPTS, {"limit": page, **filters})

    def domains(self, *, page: int = 100, **filters: Any) -> AsyncIterator[Domain]:
        """Yield every domain, newest first."""
        return async_pages(self.api, DOMAINS, {"limit": page, **filters})

    def audit_events(self, *, page: int = 100, **filters: Any) -> AsyncIterator[AuditEvent]:
        """Yield every event of the audit log, newest first."""
        return async_pages(self.api, AUDIT_EVENTS, {"limit": page, **filters})

    def notifications(self, *, page: int = 100) -> AsyncIterator[NotificationItem]:
        """Yield every row of the feed, newest first."""
        return async_pages(self.api, NOTIFICATIONS, {"limit": page})

    def banner_versions(self, domain_id: str, *, page: int = 100) -> AsyncIterator[BannerVersion]:
        """Yield every published version of a domain's banner, newest first."""
        return async_pages(self.api, banner_versions(domain_id), {"limit": page})


def query(filters: dict[str, Any]) -> dict[str, str]:
    """Return filters as query parameters. Those that are None are left out."""
    return {_name(name): _text(value) for name, value in filters.items() if value is not None}


def _first(filters: dict[str, Any]) -> httpx.QueryParams | None:
    return httpx.QueryParams(query(filters))


def _next(response: httpx.Response) -> httpx.QueryParams | None:
    # Only the query, because the service may have another address here than the one that it knows
    # itself by.
    following = response.links.get("next")
    return httpx.URL(following["url"]).params if following is not None else None


def _name(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value.value if isinstance(value, Enum) else value)

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.notifications_feed import NotificationsFeed
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/notifications",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> NotificationsFeed:
    if response.status_code == 200:
        response_200 = NotificationsFeed.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[NotificationsFeed]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> Response[NotificationsFeed]:
    """ Show the notification feed

     Current problems and the events of the last 30 days, of which the feed has the newest 20,000.
    Newest first, and within one instant the most severe first. It is computed from the current
    state: a problem disappears when it is fixed.
    `limit` and `cursor` apply only to `items`; `unread` and `total` count the whole feed. The
    next page is in the `Link` header. Titles and details are in the language of
    `Accept-Language`, in English by default.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NotificationsFeed]
     """


    kwargs = _get_kwargs(
        limit=limit,
cursor=cursor,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> NotificationsFeed:
    """ Show the notification feed

     Current problems and the events of the last 30 days, of which the feed has the newest 20,000.
    Newest first, and within one instant the most severe first. It is computed from the current
    state: a problem disappears when it is fixed.
    `limit` and `cursor` apply only to `items`; `unread` and `total` count the whole feed. The
    next page is in the `Link` header. Titles and details are in the language of
    `Accept-Language`, in English by default.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NotificationsFeed
     """


    return sync_detailed(
        client=client,
limit=limit,
cursor=cursor,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> Response[NotificationsFeed]:
    """ Show the notification feed

     Current problems and the events of the last 30 days, of which the feed has the newest 20,000.
    Newest first, and within one instant the most severe first. It is computed from the current
    state: a problem disappears when it is fixed.
    `limit` and `cursor` apply only to `items`; `unread` and `total` count the whole feed. The
    next page is in the `Link` header. Titles and details are in the language of
    `Accept-Language`, in English by default.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NotificationsFeed]
     """


    kwargs = _get_kwargs(
        limit=limit,
cursor=cursor,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> NotificationsFeed:
    """ Show the notification feed

     Current problems and the events of the last 30 days, of which the feed has the newest 20,000.
    Newest first, and within one instant the most severe first. It is computed from the current
    state: a problem disappears when it is fixed.
    `limit` and `cursor` apply only to `items`; `unread` and `total` count the whole feed. The
    next page is in the `Link` header. Titles and details are in the language of
    `Accept-Language`, in English by default.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NotificationsFeed
     """


    return (await asyncio_detailed(
        client=client,
limit=limit,
cursor=cursor,

    )).parsed

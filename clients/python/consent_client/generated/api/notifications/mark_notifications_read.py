from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.mark_read_result import MarkReadResult
from typing import cast



def _get_kwargs(

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/notifications/read",
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> MarkReadResult:
    if response.status_code == 200:
        response_200 = MarkReadResult.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[MarkReadResult]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,

) -> Response[MarkReadResult]:
    """ Mark the feed as read

     Marks everything up to now as read, only for the calling user. Call it when the person opens
    the feed. Later items are unread again.

    For any member.

    429: 120 a minute per person, 600 per workspace.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MarkReadResult]
     """


    kwargs = _get_kwargs(

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,

) -> MarkReadResult:
    """ Mark the feed as read

     Marks everything up to now as read, only for the calling user. Call it when the person opens
    the feed. Later items are unread again.

    For any member.

    429: 120 a minute per person, 600 per workspace.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MarkReadResult
     """


    return sync_detailed(
        client=client,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,

) -> Response[MarkReadResult]:
    """ Mark the feed as read

     Marks everything up to now as read, only for the calling user. Call it when the person opens
    the feed. Later items are unread again.

    For any member.

    429: 120 a minute per person, 600 per workspace.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MarkReadResult]
     """


    kwargs = _get_kwargs(

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,

) -> MarkReadResult:
    """ Mark the feed as read

     Marks everything up to now as read, only for the calling user. Call it when the person opens
    the feed. Later items are unread again.

    For any member.

    429: 120 a minute per person, 600 per workspace.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MarkReadResult
     """


    return (await asyncio_detailed(
        client=client,

    )).parsed

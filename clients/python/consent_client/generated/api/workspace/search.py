from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.search_result import SearchResult
from typing import cast



def _get_kwargs(
    *,
    q: str,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    params["q"] = q


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/search",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> SearchResult:
    if response.status_code == 200:
        response_200 = SearchResult.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[SearchResult]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    q: str,

) -> Response[SearchResult]:
    """ Search the workspace

     Up to five of each: domains by part of their hostname, members by part of their name or
    address, receipts by their id or by part of a visitor hash. Newest first, except members.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        q (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SearchResult]
     """


    kwargs = _get_kwargs(
        q=q,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    q: str,

) -> SearchResult:
    """ Search the workspace

     Up to five of each: domains by part of their hostname, members by part of their name or
    address, receipts by their id or by part of a visitor hash. Newest first, except members.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        q (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SearchResult
     """


    return sync_detailed(
        client=client,
q=q,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    q: str,

) -> Response[SearchResult]:
    """ Search the workspace

     Up to five of each: domains by part of their hostname, members by part of their name or
    address, receipts by their id or by part of a visitor hash. Newest first, except members.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        q (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SearchResult]
     """


    kwargs = _get_kwargs(
        q=q,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    q: str,

) -> SearchResult:
    """ Search the workspace

     Up to five of each: domains by part of their hostname, members by part of their name or
    address, receipts by their id or by part of a visitor hash. Newest first, except members.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        q (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SearchResult
     """


    return (await asyncio_detailed(
        client=client,
q=q,

    )).parsed

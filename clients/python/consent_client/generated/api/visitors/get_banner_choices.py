from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors




def _get_kwargs(

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/public/choices.js",
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> str:
    if response.status_code == 200:
        response_200 = response.text
        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,

) -> Response[str]:
    """ The banner script's second file

     The script loads this file if a page or a rule needs it: for the choices that opt-out laws
    require, for the signals to other tags, and to delete what refused services stored.
    Cacheable; send `If-None-Match` to revalidate. The script puts its digest into the query,
    which is ignored.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
     """


    kwargs = _get_kwargs(

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient | Client,

) -> str:
    """ The banner script's second file

     The script loads this file if a page or a rule needs it: for the choices that opt-out laws
    require, for the signals to other tags, and to delete what refused services stored.
    Cacheable; send `If-None-Match` to revalidate. The script puts its digest into the query,
    which is ignored.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
     """


    return sync_detailed(
        client=client,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,

) -> Response[str]:
    """ The banner script's second file

     The script loads this file if a page or a rule needs it: for the choices that opt-out laws
    require, for the signals to other tags, and to delete what refused services stored.
    Cacheable; send `If-None-Match` to revalidate. The script puts its digest into the query,
    which is ignored.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
     """


    kwargs = _get_kwargs(

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient | Client,

) -> str:
    """ The banner script's second file

     The script loads this file if a page or a rule needs it: for the choices that opt-out laws
    require, for the signals to other tags, and to delete what refused services stored.
    Cacheable; send `If-None-Match` to revalidate. The script puts its digest into the query,
    which is ignored.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
     """


    return (await asyncio_detailed(
        client=client,

    )).parsed

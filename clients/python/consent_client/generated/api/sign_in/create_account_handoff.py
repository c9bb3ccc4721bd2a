from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.handoff import Handoff
from typing import cast



def _get_kwargs(

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/account-handoff",
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Handoff:
    if response.status_code == 200:
        response_200 = Handoff.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Handoff]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,

) -> Response[Handoff]:
    """ Hand a sign-in off to the public site

     Returns a single-use code, valid for a minute, that signs the caller in to the account only,
    at `POST /v1/auth/account-handoff/exchange`. The workspace is that of the caller's access
    token.

    For any member.

    429: 120 a minute per person, 600 per workspace.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Handoff]
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

) -> Handoff:
    """ Hand a sign-in off to the public site

     Returns a single-use code, valid for a minute, that signs the caller in to the account only,
    at `POST /v1/auth/account-handoff/exchange`. The workspace is that of the caller's access
    token.

    For any member.

    429: 120 a minute per person, 600 per workspace.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Handoff
     """


    return sync_detailed(
        client=client,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,

) -> Response[Handoff]:
    """ Hand a sign-in off to the public site

     Returns a single-use code, valid for a minute, that signs the caller in to the account only,
    at `POST /v1/auth/account-handoff/exchange`. The workspace is that of the caller's access
    token.

    For any member.

    429: 120 a minute per person, 600 per workspace.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Handoff]
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

) -> Handoff:
    """ Hand a sign-in off to the public site

     Returns a single-use code, valid for a minute, that signs the caller in to the account only,
    at `POST /v1/auth/account-handoff/exchange`. The workspace is that of the caller's access
    token.

    For any member.

    429: 120 a minute per person, 600 per workspace.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Handoff
     """


    return (await asyncio_detailed(
        client=client,

    )).parsed

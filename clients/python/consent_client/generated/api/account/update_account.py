from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.account import Account
from ...models.account_update_request import AccountUpdateRequest
from typing import cast



def _get_kwargs(
    *,
    body: AccountUpdateRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/v1/account",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Account:
    if response.status_code == 200:
        response_200 = Account.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Account]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: AccountUpdateRequest,

) -> Response[Account]:
    """ Change the caller's name or language

     Members that you leave out stay unchanged. The name is trimmed, and must have at least two
    characters. Emails are in the language `locale`, which is set from `Accept-Language` at
    registration. The error about a language that the server does not have lists those it has.

    With an account token or an access token.

    429: 120 a minute per person.

    Args:
        body (AccountUpdateRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Account]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    body: AccountUpdateRequest,

) -> Account:
    """ Change the caller's name or language

     Members that you leave out stay unchanged. The name is trimmed, and must have at least two
    characters. Emails are in the language `locale`, which is set from `Accept-Language` at
    registration. The error about a language that the server does not have lists those it has.

    With an account token or an access token.

    429: 120 a minute per person.

    Args:
        body (AccountUpdateRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Account
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: AccountUpdateRequest,

) -> Response[Account]:
    """ Change the caller's name or language

     Members that you leave out stay unchanged. The name is trimmed, and must have at least two
    characters. Emails are in the language `locale`, which is set from `Accept-Language` at
    registration. The error about a language that the server does not have lists those it has.

    With an account token or an access token.

    429: 120 a minute per person.

    Args:
        body (AccountUpdateRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Account]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    body: AccountUpdateRequest,

) -> Account:
    """ Change the caller's name or language

     Members that you leave out stay unchanged. The name is trimmed, and must have at least two
    characters. Emails are in the language `locale`, which is set from `Accept-Language` at
    registration. The error about a language that the server does not have lists those it has.

    With an account token or an access token.

    429: 120 a minute per person.

    Args:
        body (AccountUpdateRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Account
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.registration import Registration
from ...models.token_request import TokenRequest
from typing import cast



def _get_kwargs(
    *,
    body: TokenRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/email/registration",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Registration:
    if response.status_code == 200:
        response_200 = Registration.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Registration]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TokenRequest,

) -> Response[Registration]:
    """ Show when and from where an account was created

     For the page that a verification email links to. Accepts the token of either link in the
    email, and does not use it up. The information is kept until the account's owner has proved
    that they created it.

    400 `invalid_link`: the link has expired, or the account's owner has proved that they
    created it.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Registration]
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
    client: AuthenticatedClient | Client,
    body: TokenRequest,

) -> Registration:
    """ Show when and from where an account was created

     For the page that a verification email links to. Accepts the token of either link in the
    email, and does not use it up. The information is kept until the account's owner has proved
    that they created it.

    400 `invalid_link`: the link has expired, or the account's owner has proved that they
    created it.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Registration
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TokenRequest,

) -> Response[Registration]:
    """ Show when and from where an account was created

     For the page that a verification email links to. Accepts the token of either link in the
    email, and does not use it up. The information is kept until the account's owner has proved
    that they created it.

    400 `invalid_link`: the link has expired, or the account's owner has proved that they
    created it.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Registration]
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
    client: AuthenticatedClient | Client,
    body: TokenRequest,

) -> Registration:
    """ Show when and from where an account was created

     For the page that a verification email links to. Accepts the token of either link in the
    email, and does not use it up. The information is kept until the account's owner has proved
    that they created it.

    400 `invalid_link`: the link has expired, or the account's owner has proved that they
    created it.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Registration
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

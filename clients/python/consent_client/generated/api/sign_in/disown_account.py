from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.token_request import TokenRequest
from typing import cast



def _get_kwargs(
    *,
    body: TokenRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/email/disown",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any:
    if response.status_code == 204:
        return None

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any]:
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

) -> Response[Any]:
    """ Delete an account that somebody else created with your address

     Accepts the token of the link "I did not create this account" in a verification email, which
    works once within 30 days, or that of the verification link if it has not been used. The
    account is deleted with its sessions, memberships and the API keys that it created; a
    workspace that loses its only member is suspended. A notice is mailed.

    400 `invalid_link`: the link has expired, or the account's owner has proved that they
    created it.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TokenRequest,

) -> Response[Any]:
    """ Delete an account that somebody else created with your address

     Accepts the token of the link "I did not create this account" in a verification email, which
    works once within 30 days, or that of the verification link if it has not been used. The
    account is deleted with its sessions, memberships and the API keys that it created; a
    workspace that loses its only member is suspended. A notice is mailed.

    400 `invalid_link`: the link has expired, or the account's owner has proved that they
    created it.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

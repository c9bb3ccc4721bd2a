from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.password_reset_request import PasswordResetRequest
from ...models.problem import Problem
from typing import cast



def _get_kwargs(
    *,
    body: PasswordResetRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/password-reset/confirm",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | Problem | None:
    if response.status_code == 204:
        response_204 = cast(Any, None)
        return response_204

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())



        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())



        return response_415

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())



        return response_429

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())



        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: PasswordResetRequest,

) -> Response[Any | Problem]:
    """ Set a new password with a reset link

     The token works once, within 30 minutes. Every session of the user ends, a notice is mailed,
    and nobody is signed in: the second factor stays as it is, unless the address was confirmed
    within 30 days without the account's own token. Unknown, expired and used tokens
    answer alike.

    400 `invalid_link`: ask for a new mail with `POST /v1/auth/password-reset/request`. 429: 120
    requests a minute from one address, of all routes that take a password or a code.

    Args:
        body (PasswordResetRequest): The token of a mail's link, and the new password.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
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
    body: PasswordResetRequest,

) -> Any | Problem | None:
    """ Set a new password with a reset link

     The token works once, within 30 minutes. Every session of the user ends, a notice is mailed,
    and nobody is signed in: the second factor stays as it is, unless the address was confirmed
    within 30 days without the account's own token. Unknown, expired and used tokens
    answer alike.

    400 `invalid_link`: ask for a new mail with `POST /v1/auth/password-reset/request`. 429: 120
    requests a minute from one address, of all routes that take a password or a code.

    Args:
        body (PasswordResetRequest): The token of a mail's link, and the new password.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: PasswordResetRequest,

) -> Response[Any | Problem]:
    """ Set a new password with a reset link

     The token works once, within 30 minutes. Every session of the user ends, a notice is mailed,
    and nobody is signed in: the second factor stays as it is, unless the address was confirmed
    within 30 days without the account's own token. Unknown, expired and used tokens
    answer alike.

    400 `invalid_link`: ask for a new mail with `POST /v1/auth/password-reset/request`. 429: 120
    requests a minute from one address, of all routes that take a password or a code.

    Args:
        body (PasswordResetRequest): The token of a mail's link, and the new password.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
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
    body: PasswordResetRequest,

) -> Any | Problem | None:
    """ Set a new password with a reset link

     The token works once, within 30 minutes. Every session of the user ends, a notice is mailed,
    and nobody is signed in: the second factor stays as it is, unless the address was confirmed
    within 30 days without the account's own token. Unknown, expired and used tokens
    answer alike.

    400 `invalid_link`: ask for a new mail with `POST /v1/auth/password-reset/request`. 429: 120
    requests a minute from one address, of all routes that take a password or a code.

    Args:
        body (PasswordResetRequest): The token of a mail's link, and the new password.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

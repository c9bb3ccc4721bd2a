from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.authenticator_change import AuthenticatorChange
from ...models.authenticator_change_request import AuthenticatorChangeRequest
from typing import cast



def _get_kwargs(
    *,
    body: AuthenticatorChangeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/account/second-factor",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> AuthenticatorChange:
    if response.status_code == 200:
        response_200 = AuthenticatorChange.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[AuthenticatorChange]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: AuthenticatorChangeRequest,

) -> Response[AuthenticatorChange]:
    """ Start replacing the caller's authenticator

     Needs the password and a fresh code of the current authenticator, or a backup code if you
    have lost it. Returns the secret of the new one. The current one works until a code of the
    new one is sent to `POST /v1/account/second-factor/confirm`, within ten minutes.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 429: ten wrong passwords or codes in
    five minutes.

    429: 120 a minute per person.

    Args:
        body (AuthenticatorChangeRequest): The password and a code, as proof that the request
            comes from the account's owner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AuthenticatorChange]
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
    body: AuthenticatorChangeRequest,

) -> AuthenticatorChange:
    """ Start replacing the caller's authenticator

     Needs the password and a fresh code of the current authenticator, or a backup code if you
    have lost it. Returns the secret of the new one. The current one works until a code of the
    new one is sent to `POST /v1/account/second-factor/confirm`, within ten minutes.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 429: ten wrong passwords or codes in
    five minutes.

    429: 120 a minute per person.

    Args:
        body (AuthenticatorChangeRequest): The password and a code, as proof that the request
            comes from the account's owner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AuthenticatorChange
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: AuthenticatorChangeRequest,

) -> Response[AuthenticatorChange]:
    """ Start replacing the caller's authenticator

     Needs the password and a fresh code of the current authenticator, or a backup code if you
    have lost it. Returns the secret of the new one. The current one works until a code of the
    new one is sent to `POST /v1/account/second-factor/confirm`, within ten minutes.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 429: ten wrong passwords or codes in
    five minutes.

    429: 120 a minute per person.

    Args:
        body (AuthenticatorChangeRequest): The password and a code, as proof that the request
            comes from the account's owner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AuthenticatorChange]
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
    body: AuthenticatorChangeRequest,

) -> AuthenticatorChange:
    """ Start replacing the caller's authenticator

     Needs the password and a fresh code of the current authenticator, or a backup code if you
    have lost it. Returns the secret of the new one. The current one works until a code of the
    new one is sent to `POST /v1/account/second-factor/confirm`, within ten minutes.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 429: ten wrong passwords or codes in
    five minutes.

    429: 120 a minute per person.

    Args:
        body (AuthenticatorChangeRequest): The password and a code, as proof that the request
            comes from the account's owner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AuthenticatorChange
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

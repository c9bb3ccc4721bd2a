from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.email_verified_response import EmailVerifiedResponse
from ...models.token_request import TokenRequest
from typing import cast



def _get_kwargs(
    *,
    body: TokenRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/email/verify",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> EmailVerifiedResponse:
    if response.status_code == 200:
        response_200 = EmailVerifiedResponse.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[EmailVerifiedResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: TokenRequest,

) -> Response[EmailVerifiedResponse]:
    """ Verify an email address

     Accepts the token in a verification email, which works once. Unknown, expired and used tokens
    get the same response. If the token was sent to a new address (`POST /v1/account/email`),
    that address replaces the former one.

    If the person is signed in, send the account's bearer token too: it proves that the person
    who registered also owns the address. After a verification without it, a password reset or
    an identity provider's sign-in within 30 days removes the password, the second factor, the
    sessions and the API keys, because somebody else may have created them. Memberships stay. A
    token that is invalid or belongs to another account is ignored.

    400 `invalid_link`: ask for a new email with `POST /v1/auth/email/resend`.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EmailVerifiedResponse]
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
    body: TokenRequest,

) -> EmailVerifiedResponse:
    """ Verify an email address

     Accepts the token in a verification email, which works once. Unknown, expired and used tokens
    get the same response. If the token was sent to a new address (`POST /v1/account/email`),
    that address replaces the former one.

    If the person is signed in, send the account's bearer token too: it proves that the person
    who registered also owns the address. After a verification without it, a password reset or
    an identity provider's sign-in within 30 days removes the password, the second factor, the
    sessions and the API keys, because somebody else may have created them. Memberships stay. A
    token that is invalid or belongs to another account is ignored.

    400 `invalid_link`: ask for a new email with `POST /v1/auth/email/resend`.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EmailVerifiedResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: TokenRequest,

) -> Response[EmailVerifiedResponse]:
    """ Verify an email address

     Accepts the token in a verification email, which works once. Unknown, expired and used tokens
    get the same response. If the token was sent to a new address (`POST /v1/account/email`),
    that address replaces the former one.

    If the person is signed in, send the account's bearer token too: it proves that the person
    who registered also owns the address. After a verification without it, a password reset or
    an identity provider's sign-in within 30 days removes the password, the second factor, the
    sessions and the API keys, because somebody else may have created them. Memberships stay. A
    token that is invalid or belongs to another account is ignored.

    400 `invalid_link`: ask for a new email with `POST /v1/auth/email/resend`.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EmailVerifiedResponse]
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
    body: TokenRequest,

) -> EmailVerifiedResponse:
    """ Verify an email address

     Accepts the token in a verification email, which works once. Unknown, expired and used tokens
    get the same response. If the token was sent to a new address (`POST /v1/account/email`),
    that address replaces the former one.

    If the person is signed in, send the account's bearer token too: it proves that the person
    who registered also owns the address. After a verification without it, a password reset or
    an identity provider's sign-in within 30 days removes the password, the second factor, the
    sessions and the API keys, because somebody else may have created them. Memberships stay. A
    token that is invalid or belongs to another account is ignored.

    400 `invalid_link`: ask for a new email with `POST /v1/auth/email/resend`.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EmailVerifiedResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

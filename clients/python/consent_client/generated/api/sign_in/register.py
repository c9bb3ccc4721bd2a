from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.register_request import RegisterRequest
from ...models.two_factor_setup_required_response import TwoFactorSetupRequiredResponse
from typing import cast



def _get_kwargs(
    *,
    body: RegisterRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/register",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> TwoFactorSetupRequiredResponse:
    if response.status_code == 201:
        response_201 = TwoFactorSetupRequiredResponse.from_dict(response.json())



        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[TwoFactorSetupRequiredResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: RegisterRequest,

) -> Response[TwoFactorSetupRequiredResponse]:
    """ Register a user

     Creates the user, without a workspace, and sends an email to verify the address. Returns the
    challenge for setting up the second factor; the account token comes from `POST
    /v1/auth/2fa/setup/confirm`.

    403 `signup_closed`: ask the operator for an invitation. 409 `email_taken`: sign in, or
    reset the password. 429: 60 registrations an hour from one address.

    Args:
        body (RegisterRequest): The person who registers. Without `organizationName` the
            organization's name is derived from
            the address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TwoFactorSetupRequiredResponse]
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
    body: RegisterRequest,

) -> TwoFactorSetupRequiredResponse:
    """ Register a user

     Creates the user, without a workspace, and sends an email to verify the address. Returns the
    challenge for setting up the second factor; the account token comes from `POST
    /v1/auth/2fa/setup/confirm`.

    403 `signup_closed`: ask the operator for an invitation. 409 `email_taken`: sign in, or
    reset the password. 429: 60 registrations an hour from one address.

    Args:
        body (RegisterRequest): The person who registers. Without `organizationName` the
            organization's name is derived from
            the address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TwoFactorSetupRequiredResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: RegisterRequest,

) -> Response[TwoFactorSetupRequiredResponse]:
    """ Register a user

     Creates the user, without a workspace, and sends an email to verify the address. Returns the
    challenge for setting up the second factor; the account token comes from `POST
    /v1/auth/2fa/setup/confirm`.

    403 `signup_closed`: ask the operator for an invitation. 409 `email_taken`: sign in, or
    reset the password. 429: 60 registrations an hour from one address.

    Args:
        body (RegisterRequest): The person who registers. Without `organizationName` the
            organization's name is derived from
            the address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TwoFactorSetupRequiredResponse]
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
    body: RegisterRequest,

) -> TwoFactorSetupRequiredResponse:
    """ Register a user

     Creates the user, without a workspace, and sends an email to verify the address. Returns the
    challenge for setting up the second factor; the account token comes from `POST
    /v1/auth/2fa/setup/confirm`.

    403 `signup_closed`: ask the operator for an invitation. 409 `email_taken`: sign in, or
    reset the password. 429: 60 registrations an hour from one address.

    Args:
        body (RegisterRequest): The person who registers. Without `organizationName` the
            organization's name is derived from
            the address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TwoFactorSetupRequiredResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

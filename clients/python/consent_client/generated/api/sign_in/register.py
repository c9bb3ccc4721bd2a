from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.problem import Problem
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



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | TwoFactorSetupRequiredResponse | None:
    if response.status_code == 201:
        response_201 = TwoFactorSetupRequiredResponse.from_dict(response.json())



        return response_201

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())



        return response_403

    if response.status_code == 409:
        response_409 = Problem.from_dict(response.json())



        return response_409

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | TwoFactorSetupRequiredResponse]:
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

) -> Response[Problem | TwoFactorSetupRequiredResponse]:
    """ Register a user

     Creates the user alone, with no workspace, and sends a mail that confirms the address.
    Answers the challenge of the set-up of the second factor; the account token comes from
    `POST /v1/auth/2fa/setup/confirm`.

    403 `signup_closed`: ask the operator for an invitation. 409 `email_taken`: sign in, or
    reset the password. 429: 60 registrations an hour from one address.

    Args:
        body (RegisterRequest): Who registers. Without `organizationName` it is derived from the
            address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TwoFactorSetupRequiredResponse]
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

) -> Problem | TwoFactorSetupRequiredResponse | None:
    """ Register a user

     Creates the user alone, with no workspace, and sends a mail that confirms the address.
    Answers the challenge of the set-up of the second factor; the account token comes from
    `POST /v1/auth/2fa/setup/confirm`.

    403 `signup_closed`: ask the operator for an invitation. 409 `email_taken`: sign in, or
    reset the password. 429: 60 registrations an hour from one address.

    Args:
        body (RegisterRequest): Who registers. Without `organizationName` it is derived from the
            address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TwoFactorSetupRequiredResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: RegisterRequest,

) -> Response[Problem | TwoFactorSetupRequiredResponse]:
    """ Register a user

     Creates the user alone, with no workspace, and sends a mail that confirms the address.
    Answers the challenge of the set-up of the second factor; the account token comes from
    `POST /v1/auth/2fa/setup/confirm`.

    403 `signup_closed`: ask the operator for an invitation. 409 `email_taken`: sign in, or
    reset the password. 429: 60 registrations an hour from one address.

    Args:
        body (RegisterRequest): Who registers. Without `organizationName` it is derived from the
            address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TwoFactorSetupRequiredResponse]
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

) -> Problem | TwoFactorSetupRequiredResponse | None:
    """ Register a user

     Creates the user alone, with no workspace, and sends a mail that confirms the address.
    Answers the challenge of the set-up of the second factor; the account token comes from
    `POST /v1/auth/2fa/setup/confirm`.

    403 `signup_closed`: ask the operator for an invitation. 409 `email_taken`: sign in, or
    reset the password. 429: 60 registrations an hour from one address.

    Args:
        body (RegisterRequest): Who registers. Without `organizationName` it is derived from the
            address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TwoFactorSetupRequiredResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

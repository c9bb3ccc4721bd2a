from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.challenge_request import ChallengeRequest
from ...models.two_factor_setup_response import TwoFactorSetupResponse
from typing import cast



def _get_kwargs(
    *,
    body: ChallengeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/2fa/setup",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> TwoFactorSetupResponse:
    if response.status_code == 200:
        response_200 = TwoFactorSetupResponse.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[TwoFactorSetupResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ChallengeRequest,

) -> Response[TwoFactorSetupResponse]:
    """ Start enrolling an authenticator

     Returns the secret and its QR code. The same challenge returns the same secret again, so the
    page can be reloaded. The second factor is not active yet.

    Use the challenge of a response with `twoFactorSetupRequired`, within ten minutes. 401
    `invalid_challenge`: sign in again. 429: 20 requests with one challenge, or 60 a minute from
    one address.

    Args:
        body (ChallengeRequest): The challenge of the current sign-in.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TwoFactorSetupResponse]
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
    body: ChallengeRequest,

) -> TwoFactorSetupResponse:
    """ Start enrolling an authenticator

     Returns the secret and its QR code. The same challenge returns the same secret again, so the
    page can be reloaded. The second factor is not active yet.

    Use the challenge of a response with `twoFactorSetupRequired`, within ten minutes. 401
    `invalid_challenge`: sign in again. 429: 20 requests with one challenge, or 60 a minute from
    one address.

    Args:
        body (ChallengeRequest): The challenge of the current sign-in.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TwoFactorSetupResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ChallengeRequest,

) -> Response[TwoFactorSetupResponse]:
    """ Start enrolling an authenticator

     Returns the secret and its QR code. The same challenge returns the same secret again, so the
    page can be reloaded. The second factor is not active yet.

    Use the challenge of a response with `twoFactorSetupRequired`, within ten minutes. 401
    `invalid_challenge`: sign in again. 429: 20 requests with one challenge, or 60 a minute from
    one address.

    Args:
        body (ChallengeRequest): The challenge of the current sign-in.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TwoFactorSetupResponse]
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
    body: ChallengeRequest,

) -> TwoFactorSetupResponse:
    """ Start enrolling an authenticator

     Returns the secret and its QR code. The same challenge returns the same secret again, so the
    page can be reloaded. The second factor is not active yet.

    Use the challenge of a response with `twoFactorSetupRequired`, within ten minutes. 401
    `invalid_challenge`: sign in again. 429: 20 requests with one challenge, or 60 a minute from
    one address.

    Args:
        body (ChallengeRequest): The challenge of the current sign-in.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TwoFactorSetupResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

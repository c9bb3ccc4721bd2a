from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.login_request import LoginRequest
from ...models.two_factor_challenge_response import TwoFactorChallengeResponse
from ...models.two_factor_setup_required_response import TwoFactorSetupRequiredResponse
from typing import cast



def _get_kwargs(
    *,
    body: LoginRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/login",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse:
    if response.status_code == 200:
        def _parse_response_200(data: object) -> TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_challenge_response_type_0 = TwoFactorChallengeResponse.from_dict(data)



                return componentsschemas_challenge_response_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_challenge_response_type_1 = TwoFactorSetupRequiredResponse.from_dict(data)



            return componentsschemas_challenge_response_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: LoginRequest,

) -> Response[TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse]:
    """ Sign in to a workspace

     Checks the address, the password and the membership of the workspace `orgSlug`, and returns
    a challenge, never a session. A wrong password, an unknown address, an unknown workspace and
    a missing membership get the same response, in the same time.

    401 `invalid_credentials`: check all three, or reset the password. 403
    `workspace_suspended`: the password was correct; an owner can pay for its plan (with `POST
    /v1/auth/account-login`), or ask the operator. 429: ten wrong passwords for one account, or
    50 from one address, in five minutes.

    Args:
        body (LoginRequest): The address, the password, and the workspace to sign in to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse]
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
    body: LoginRequest,

) -> TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse:
    """ Sign in to a workspace

     Checks the address, the password and the membership of the workspace `orgSlug`, and returns
    a challenge, never a session. A wrong password, an unknown address, an unknown workspace and
    a missing membership get the same response, in the same time.

    401 `invalid_credentials`: check all three, or reset the password. 403
    `workspace_suspended`: the password was correct; an owner can pay for its plan (with `POST
    /v1/auth/account-login`), or ask the operator. 429: ten wrong passwords for one account, or
    50 from one address, in five minutes.

    Args:
        body (LoginRequest): The address, the password, and the workspace to sign in to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: LoginRequest,

) -> Response[TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse]:
    """ Sign in to a workspace

     Checks the address, the password and the membership of the workspace `orgSlug`, and returns
    a challenge, never a session. A wrong password, an unknown address, an unknown workspace and
    a missing membership get the same response, in the same time.

    401 `invalid_credentials`: check all three, or reset the password. 403
    `workspace_suspended`: the password was correct; an owner can pay for its plan (with `POST
    /v1/auth/account-login`), or ask the operator. 429: ten wrong passwords for one account, or
    50 from one address, in five minutes.

    Args:
        body (LoginRequest): The address, the password, and the workspace to sign in to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse]
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
    body: LoginRequest,

) -> TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse:
    """ Sign in to a workspace

     Checks the address, the password and the membership of the workspace `orgSlug`, and returns
    a challenge, never a session. A wrong password, an unknown address, an unknown workspace and
    a missing membership get the same response, in the same time.

    401 `invalid_credentials`: check all three, or reset the password. 403
    `workspace_suspended`: the password was correct; an owner can pay for its plan (with `POST
    /v1/auth/account-login`), or ask the operator. 429: ten wrong passwords for one account, or
    50 from one address, in five minutes.

    Args:
        body (LoginRequest): The address, the password, and the workspace to sign in to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

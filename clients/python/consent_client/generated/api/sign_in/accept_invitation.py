from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.invite_accept_request import InviteAcceptRequest
from ...models.two_factor_challenge_response import TwoFactorChallengeResponse
from ...models.two_factor_setup_required_response import TwoFactorSetupRequiredResponse
from typing import cast



def _get_kwargs(
    *,
    body: InviteAcceptRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/invite/accept",
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
    body: InviteAcceptRequest,

) -> Response[TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse]:
    """ Accept an invitation to a workspace

     If the address has an account, that account becomes a member, and `name` and `password` are
    ignored; otherwise both are required. The response starts a sign-in to the workspace. If the
    account has no second factor yet (the person signs in with an identity provider), the
    session is valid only for that workspace, because following a link does not prove who
    somebody is.

    400 `invalid_link`: ask for another invitation. 403 `workspace_suspended`: an owner can pay
    for its plan, or ask the operator. 403 `signup_closed`: this server does not create new
    accounts, and the address has none. 429: 120 requests a minute from one address, for all
    routes that take a password or a code.

    Args:
        body (InviteAcceptRequest): `token` is `<id>.<secret>`. `name` and `password` are required
            if the address has no
            account, with the same rules as at registration; otherwise they are ignored.

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
    body: InviteAcceptRequest,

) -> TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse:
    """ Accept an invitation to a workspace

     If the address has an account, that account becomes a member, and `name` and `password` are
    ignored; otherwise both are required. The response starts a sign-in to the workspace. If the
    account has no second factor yet (the person signs in with an identity provider), the
    session is valid only for that workspace, because following a link does not prove who
    somebody is.

    400 `invalid_link`: ask for another invitation. 403 `workspace_suspended`: an owner can pay
    for its plan, or ask the operator. 403 `signup_closed`: this server does not create new
    accounts, and the address has none. 429: 120 requests a minute from one address, for all
    routes that take a password or a code.

    Args:
        body (InviteAcceptRequest): `token` is `<id>.<secret>`. `name` and `password` are required
            if the address has no
            account, with the same rules as at registration; otherwise they are ignored.

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
    body: InviteAcceptRequest,

) -> Response[TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse]:
    """ Accept an invitation to a workspace

     If the address has an account, that account becomes a member, and `name` and `password` are
    ignored; otherwise both are required. The response starts a sign-in to the workspace. If the
    account has no second factor yet (the person signs in with an identity provider), the
    session is valid only for that workspace, because following a link does not prove who
    somebody is.

    400 `invalid_link`: ask for another invitation. 403 `workspace_suspended`: an owner can pay
    for its plan, or ask the operator. 403 `signup_closed`: this server does not create new
    accounts, and the address has none. 429: 120 requests a minute from one address, for all
    routes that take a password or a code.

    Args:
        body (InviteAcceptRequest): `token` is `<id>.<secret>`. `name` and `password` are required
            if the address has no
            account, with the same rules as at registration; otherwise they are ignored.

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
    body: InviteAcceptRequest,

) -> TwoFactorChallengeResponse | TwoFactorSetupRequiredResponse:
    """ Accept an invitation to a workspace

     If the address has an account, that account becomes a member, and `name` and `password` are
    ignored; otherwise both are required. The response starts a sign-in to the workspace. If the
    account has no second factor yet (the person signs in with an identity provider), the
    session is valid only for that workspace, because following a link does not prove who
    somebody is.

    400 `invalid_link`: ask for another invitation. 403 `workspace_suspended`: an owner can pay
    for its plan, or ask the operator. 403 `signup_closed`: this server does not create new
    accounts, and the address has none. 429: 120 requests a minute from one address, for all
    routes that take a password or a code.

    Args:
        body (InviteAcceptRequest): `token` is `<id>.<secret>`. `name` and `password` are required
            if the address has no
            account, with the same rules as at registration; otherwise they are ignored.

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

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.refresh_request import RefreshRequest
from ...models.refresh_response import RefreshResponse
from typing import cast



def _get_kwargs(
    *,
    body: RefreshRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/refresh",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> RefreshResponse:
    if response.status_code == 200:
        response_200 = RefreshResponse.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[RefreshResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: RefreshRequest,

) -> Response[RefreshResponse]:
    """ Rotate a refresh token

     Returns a new pair of tokens and invalidates the old refresh token. If a token is used
    twice, its whole session ends, even if both requests arrive at the same time.

    Call it when an access token has expired. Never send two of these requests at once. 401
    `invalid_refresh_token`: the session has ended; sign in again.

    Args:
        body (RefreshRequest): The newest refresh token of a session.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RefreshResponse]
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
    body: RefreshRequest,

) -> RefreshResponse:
    """ Rotate a refresh token

     Returns a new pair of tokens and invalidates the old refresh token. If a token is used
    twice, its whole session ends, even if both requests arrive at the same time.

    Call it when an access token has expired. Never send two of these requests at once. 401
    `invalid_refresh_token`: the session has ended; sign in again.

    Args:
        body (RefreshRequest): The newest refresh token of a session.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RefreshResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: RefreshRequest,

) -> Response[RefreshResponse]:
    """ Rotate a refresh token

     Returns a new pair of tokens and invalidates the old refresh token. If a token is used
    twice, its whole session ends, even if both requests arrive at the same time.

    Call it when an access token has expired. Never send two of these requests at once. 401
    `invalid_refresh_token`: the session has ended; sign in again.

    Args:
        body (RefreshRequest): The newest refresh token of a session.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RefreshResponse]
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
    body: RefreshRequest,

) -> RefreshResponse:
    """ Rotate a refresh token

     Returns a new pair of tokens and invalidates the old refresh token. If a token is used
    twice, its whole session ends, even if both requests arrive at the same time.

    Call it when an access token has expired. Never send two of these requests at once. 401
    `invalid_refresh_token`: the session has ended; sign in again.

    Args:
        body (RefreshRequest): The newest refresh token of a session.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RefreshResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.problem import Problem
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



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | RefreshResponse | None:
    if response.status_code == 200:
        response_200 = RefreshResponse.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())



        return response_401

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())



        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())



        return response_415

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())



        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | RefreshResponse]:
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

) -> Response[Problem | RefreshResponse]:
    """ Rotate a refresh token

     Gives a new pair and spends the old token. A token that is used a second time ends its whole
    session; losing a simultaneous rotation is such a reuse.

    Call it when an access token has run out, and from one place at a time. 401
    `invalid_refresh_token`: the session has ended; sign in again.

    Args:
        body (RefreshRequest): The newest refresh token of a session.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RefreshResponse]
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

) -> Problem | RefreshResponse | None:
    """ Rotate a refresh token

     Gives a new pair and spends the old token. A token that is used a second time ends its whole
    session; losing a simultaneous rotation is such a reuse.

    Call it when an access token has run out, and from one place at a time. 401
    `invalid_refresh_token`: the session has ended; sign in again.

    Args:
        body (RefreshRequest): The newest refresh token of a session.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RefreshResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: RefreshRequest,

) -> Response[Problem | RefreshResponse]:
    """ Rotate a refresh token

     Gives a new pair and spends the old token. A token that is used a second time ends its whole
    session; losing a simultaneous rotation is such a reuse.

    Call it when an access token has run out, and from one place at a time. 401
    `invalid_refresh_token`: the session has ended; sign in again.

    Args:
        body (RefreshRequest): The newest refresh token of a session.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RefreshResponse]
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

) -> Problem | RefreshResponse | None:
    """ Rotate a refresh token

     Gives a new pair and spends the old token. A token that is used a second time ends its whole
    session; losing a simultaneous rotation is such a reuse.

    Call it when an access token has run out, and from one place at a time. 401
    `invalid_refresh_token`: the session has ended; sign in again.

    Args:
        body (RefreshRequest): The newest refresh token of a session.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RefreshResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

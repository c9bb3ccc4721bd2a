from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.handoff import Handoff
from ...models.handoff_request import HandoffRequest
from typing import cast



def _get_kwargs(
    *,
    body: HandoffRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/account/handoff",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Handoff:
    if response.status_code == 200:
        response_200 = Handoff.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Handoff]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: HandoffRequest,

) -> Response[Handoff]:
    """ Enter one of the account's workspaces

     Returns a single-use code, valid for a minute, that signs the caller in to the workspace
    `orgSlug` at `POST /v1/auth/handoff/exchange`. `url` is the page that redeems it, in that
    workspace's panel; it does not contain the code. The new session ends when the account's
    session ends. An unknown workspace and one that the caller is not a member of get the same
    response.

    With an account token. 404: check that `GET /v1/account` lists the workspace `orgSlug`.

    429: 120 a minute per person.

    Args:
        body (HandoffRequest): The workspace to hand off to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Handoff]
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
    body: HandoffRequest,

) -> Handoff:
    """ Enter one of the account's workspaces

     Returns a single-use code, valid for a minute, that signs the caller in to the workspace
    `orgSlug` at `POST /v1/auth/handoff/exchange`. `url` is the page that redeems it, in that
    workspace's panel; it does not contain the code. The new session ends when the account's
    session ends. An unknown workspace and one that the caller is not a member of get the same
    response.

    With an account token. 404: check that `GET /v1/account` lists the workspace `orgSlug`.

    429: 120 a minute per person.

    Args:
        body (HandoffRequest): The workspace to hand off to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Handoff
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: HandoffRequest,

) -> Response[Handoff]:
    """ Enter one of the account's workspaces

     Returns a single-use code, valid for a minute, that signs the caller in to the workspace
    `orgSlug` at `POST /v1/auth/handoff/exchange`. `url` is the page that redeems it, in that
    workspace's panel; it does not contain the code. The new session ends when the account's
    session ends. An unknown workspace and one that the caller is not a member of get the same
    response.

    With an account token. 404: check that `GET /v1/account` lists the workspace `orgSlug`.

    429: 120 a minute per person.

    Args:
        body (HandoffRequest): The workspace to hand off to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Handoff]
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
    body: HandoffRequest,

) -> Handoff:
    """ Enter one of the account's workspaces

     Returns a single-use code, valid for a minute, that signs the caller in to the workspace
    `orgSlug` at `POST /v1/auth/handoff/exchange`. `url` is the page that redeems it, in that
    workspace's panel; it does not contain the code. The new session ends when the account's
    session ends. An unknown workspace and one that the caller is not a member of get the same
    response.

    With an account token. 404: check that `GET /v1/account` lists the workspace `orgSlug`.

    429: 120 a minute per person.

    Args:
        body (HandoffRequest): The workspace to hand off to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Handoff
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

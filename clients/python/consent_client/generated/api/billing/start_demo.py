from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.demo_request import DemoRequest
from ...models.demo_response import DemoResponse
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    body: DemoRequest | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/billing/demo",
    }


    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> DemoResponse:
    if response.status_code == 201:
        response_201 = DemoResponse.from_dict(response.json())



        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[DemoResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: DemoRequest | Unset = UNSET,

) -> Response[DemoResponse]:
    """ Start a demo workspace

     Creates a workspace with the caller as its owner, and a hand-off code that signs in to it at
    `POST /v1/auth/handoff/exchange`. Once per account. The workspace gets the name
    `organizationName` or, without it, the name given at registration. If no payment provider is
    configured, the workspace gets the server's default plan and never ends.

    With an account token. 409 `demo_used`: buy a plan with `POST /v1/billing/checkout`.

    429: 120 a minute per person.

    Args:
        body (DemoRequest | Unset): The workspace's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DemoResponse]
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
    body: DemoRequest | Unset = UNSET,

) -> DemoResponse:
    """ Start a demo workspace

     Creates a workspace with the caller as its owner, and a hand-off code that signs in to it at
    `POST /v1/auth/handoff/exchange`. Once per account. The workspace gets the name
    `organizationName` or, without it, the name given at registration. If no payment provider is
    configured, the workspace gets the server's default plan and never ends.

    With an account token. 409 `demo_used`: buy a plan with `POST /v1/billing/checkout`.

    429: 120 a minute per person.

    Args:
        body (DemoRequest | Unset): The workspace's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DemoResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: DemoRequest | Unset = UNSET,

) -> Response[DemoResponse]:
    """ Start a demo workspace

     Creates a workspace with the caller as its owner, and a hand-off code that signs in to it at
    `POST /v1/auth/handoff/exchange`. Once per account. The workspace gets the name
    `organizationName` or, without it, the name given at registration. If no payment provider is
    configured, the workspace gets the server's default plan and never ends.

    With an account token. 409 `demo_used`: buy a plan with `POST /v1/billing/checkout`.

    429: 120 a minute per person.

    Args:
        body (DemoRequest | Unset): The workspace's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DemoResponse]
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
    body: DemoRequest | Unset = UNSET,

) -> DemoResponse:
    """ Start a demo workspace

     Creates a workspace with the caller as its owner, and a hand-off code that signs in to it at
    `POST /v1/auth/handoff/exchange`. Once per account. The workspace gets the name
    `organizationName` or, without it, the name given at registration. If no payment provider is
    configured, the workspace gets the server's default plan and never ends.

    With an account token. 409 `demo_used`: buy a plan with `POST /v1/billing/checkout`.

    429: 120 a minute per person.

    Args:
        body (DemoRequest | Unset): The workspace's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DemoResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

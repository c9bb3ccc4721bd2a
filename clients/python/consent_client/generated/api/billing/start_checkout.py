from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.checkout_request import CheckoutRequest
from ...models.checkout_response import CheckoutResponse
from typing import cast



def _get_kwargs(
    *,
    body: CheckoutRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/billing/checkout",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> CheckoutResponse:
    if response.status_code == 200:
        response_200 = CheckoutResponse.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[CheckoutResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: CheckoutRequest,

) -> Response[CheckoutResponse]:
    """ Buy a plan

     Opens a checkout at the payment provider; send the buyer to `checkoutUrl`. When it is paid,
    the provider notifies the server, which creates the workspace: poll `GET /v1/account`, which
    lists it. Without `orgSlug` a new workspace is created, with the name `organizationName` or,
    without it, the name given at registration. With `orgSlug` that workspace is upgraded, or
    resumed with all its data; only its owners can do that. A checkout that is not paid changes
    nothing and expires.

    With an account token. 403: the caller is not an owner of that workspace, or it was suspended
    by an operator, which no payment resumes. 404: no workspace of the caller has this slug. 409
    `plan_current`: it already pays for this plan; choose another. 503 `billing_unavailable`: no
    payment provider is configured, or it does not respond; try again later. 429: 30 checkouts an
    hour.

    Args:
        body (CheckoutRequest): The plan to buy, and the workspace to buy it for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CheckoutResponse]
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
    body: CheckoutRequest,

) -> CheckoutResponse:
    """ Buy a plan

     Opens a checkout at the payment provider; send the buyer to `checkoutUrl`. When it is paid,
    the provider notifies the server, which creates the workspace: poll `GET /v1/account`, which
    lists it. Without `orgSlug` a new workspace is created, with the name `organizationName` or,
    without it, the name given at registration. With `orgSlug` that workspace is upgraded, or
    resumed with all its data; only its owners can do that. A checkout that is not paid changes
    nothing and expires.

    With an account token. 403: the caller is not an owner of that workspace, or it was suspended
    by an operator, which no payment resumes. 404: no workspace of the caller has this slug. 409
    `plan_current`: it already pays for this plan; choose another. 503 `billing_unavailable`: no
    payment provider is configured, or it does not respond; try again later. 429: 30 checkouts an
    hour.

    Args:
        body (CheckoutRequest): The plan to buy, and the workspace to buy it for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CheckoutResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: CheckoutRequest,

) -> Response[CheckoutResponse]:
    """ Buy a plan

     Opens a checkout at the payment provider; send the buyer to `checkoutUrl`. When it is paid,
    the provider notifies the server, which creates the workspace: poll `GET /v1/account`, which
    lists it. Without `orgSlug` a new workspace is created, with the name `organizationName` or,
    without it, the name given at registration. With `orgSlug` that workspace is upgraded, or
    resumed with all its data; only its owners can do that. A checkout that is not paid changes
    nothing and expires.

    With an account token. 403: the caller is not an owner of that workspace, or it was suspended
    by an operator, which no payment resumes. 404: no workspace of the caller has this slug. 409
    `plan_current`: it already pays for this plan; choose another. 503 `billing_unavailable`: no
    payment provider is configured, or it does not respond; try again later. 429: 30 checkouts an
    hour.

    Args:
        body (CheckoutRequest): The plan to buy, and the workspace to buy it for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CheckoutResponse]
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
    body: CheckoutRequest,

) -> CheckoutResponse:
    """ Buy a plan

     Opens a checkout at the payment provider; send the buyer to `checkoutUrl`. When it is paid,
    the provider notifies the server, which creates the workspace: poll `GET /v1/account`, which
    lists it. Without `orgSlug` a new workspace is created, with the name `organizationName` or,
    without it, the name given at registration. With `orgSlug` that workspace is upgraded, or
    resumed with all its data; only its owners can do that. A checkout that is not paid changes
    nothing and expires.

    With an account token. 403: the caller is not an owner of that workspace, or it was suspended
    by an operator, which no payment resumes. 404: no workspace of the caller has this slug. 409
    `plan_current`: it already pays for this plan; choose another. 503 `billing_unavailable`: no
    payment provider is configured, or it does not respond; try again later. 429: 30 checkouts an
    hour.

    Args:
        body (CheckoutRequest): The plan to buy, and the workspace to buy it for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CheckoutResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

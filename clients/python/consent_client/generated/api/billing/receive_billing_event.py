from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...types import UNSET, Unset



def _get_kwargs(
    *,
    stripe_signature: str | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(stripe_signature, Unset):
        headers["Stripe-Signature"] = stripe_signature







    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/billing/webhook",
    }


    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any:
    if response.status_code == 204:
        return None

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    stripe_signature: str | Unset = UNSET,

) -> Response[Any]:
    """ Receive an event from the payment provider

     Only for Stripe, which signs the bytes of the body (an Event object of at most 1 MiB). A
    body without a valid signature and one signed more than five minutes ago get the same error.
    Events that were already handled, and types that the service does not use, are accepted and
    ignored. After a 503 the provider sends the event again.

    400 `invalid_signature`: check the webhook's signing secret and the server's clock. 503
    `billing_unavailable`: no payment provider is configured, or it did not respond.

    Args:
        stripe_signature (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        stripe_signature=stripe_signature,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    stripe_signature: str | Unset = UNSET,

) -> Response[Any]:
    """ Receive an event from the payment provider

     Only for Stripe, which signs the bytes of the body (an Event object of at most 1 MiB). A
    body without a valid signature and one signed more than five minutes ago get the same error.
    Events that were already handled, and types that the service does not use, are accepted and
    ignored. After a 503 the provider sends the event again.

    400 `invalid_signature`: check the webhook's signing secret and the server's clock. 503
    `billing_unavailable`: no payment provider is configured, or it did not respond.

    Args:
        stripe_signature (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        stripe_signature=stripe_signature,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

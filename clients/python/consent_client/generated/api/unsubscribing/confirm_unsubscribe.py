from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.unsubscribe_request import UnsubscribeRequest
from ...models.unsubscribe_result import UnsubscribeResult
from typing import cast



def _get_kwargs(
    *,
    body: UnsubscribeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/unsubscribe/confirm",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> UnsubscribeResult:
    if response.status_code == 200:
        response_200 = UnsubscribeResult.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[UnsubscribeResult]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: UnsubscribeRequest,

) -> Response[UnsubscribeResult]:
    """ Unsubscribe from the page

     Called by the button of the confirmation page. It has the same effect as one-click; the
    suppression list records which of the two was used. You can repeat it. The address gets no
    more notification emails from any workspace; account emails are always sent.

    400 `invalid_link`: use the link in a newer email. 429: 600 a minute from one address.

    Args:
        body (UnsubscribeRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UnsubscribeResult]
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
    body: UnsubscribeRequest,

) -> UnsubscribeResult:
    """ Unsubscribe from the page

     Called by the button of the confirmation page. It has the same effect as one-click; the
    suppression list records which of the two was used. You can repeat it. The address gets no
    more notification emails from any workspace; account emails are always sent.

    400 `invalid_link`: use the link in a newer email. 429: 600 a minute from one address.

    Args:
        body (UnsubscribeRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UnsubscribeResult
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: UnsubscribeRequest,

) -> Response[UnsubscribeResult]:
    """ Unsubscribe from the page

     Called by the button of the confirmation page. It has the same effect as one-click; the
    suppression list records which of the two was used. You can repeat it. The address gets no
    more notification emails from any workspace; account emails are always sent.

    400 `invalid_link`: use the link in a newer email. 429: 600 a minute from one address.

    Args:
        body (UnsubscribeRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UnsubscribeResult]
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
    body: UnsubscribeRequest,

) -> UnsubscribeResult:
    """ Unsubscribe from the page

     Called by the button of the confirmation page. It has the same effect as one-click; the
    suppression list records which of the two was used. You can repeat it. The address gets no
    more notification emails from any workspace; account emails are always sent.

    400 `invalid_link`: use the link in a newer email. 429: 600 a minute from one address.

    Args:
        body (UnsubscribeRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UnsubscribeResult
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.email_request import EmailRequest
from typing import cast



def _get_kwargs(
    *,
    body: EmailRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/password-reset/request",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

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
    body: EmailRequest,

) -> Response[Any]:
    """ Ask for a password reset

     Always returns 204, whether or not the address has an account. The email contains a link that
    works once, for `POST /v1/auth/password-reset/confirm`.

    At most five emails an hour are sent to one address. After that the response is the same, but
    no mail is sent; the last link stays valid. 429: 60 requested emails an hour from one
    address.

    Args:
        body (EmailRequest): An email address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: EmailRequest,

) -> Response[Any]:
    """ Ask for a password reset

     Always returns 204, whether or not the address has an account. The email contains a link that
    works once, for `POST /v1/auth/password-reset/confirm`.

    At most five emails an hour are sent to one address. After that the response is the same, but
    no mail is sent; the last link stays valid. 429: 60 requested emails an hour from one
    address.

    Args:
        body (EmailRequest): An email address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

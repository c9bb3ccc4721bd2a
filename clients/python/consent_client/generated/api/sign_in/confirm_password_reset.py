from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.password_reset_request import PasswordResetRequest
from typing import cast



def _get_kwargs(
    *,
    body: PasswordResetRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/password-reset/confirm",
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
    body: PasswordResetRequest,

) -> Response[Any]:
    """ Set a new password with a reset link

     The token works once, within 30 minutes. All sessions of the user end, and a notice is
    mailed. The response does not sign anybody in. The second factor stays, unless the address
    was verified within 30 days without the account's token. Unknown, expired and used tokens
    get the same response.

    400 `invalid_link`: ask for a new email with `POST /v1/auth/password-reset/request`. 429: 120
    requests a minute from one address, for all routes that take a password or a code.

    Args:
        body (PasswordResetRequest): The token of an email's link, and the new password.

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
    body: PasswordResetRequest,

) -> Response[Any]:
    """ Set a new password with a reset link

     The token works once, within 30 minutes. All sessions of the user end, and a notice is
    mailed. The response does not sign anybody in. The second factor stays, unless the address
    was verified within 30 days without the account's token. Unknown, expired and used tokens
    get the same response.

    400 `invalid_link`: ask for a new email with `POST /v1/auth/password-reset/request`. 429: 120
    requests a minute from one address, for all routes that take a password or a code.

    Args:
        body (PasswordResetRequest): The token of an email's link, and the new password.

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

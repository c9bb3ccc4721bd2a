from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.password_change_request import PasswordChangeRequest
from typing import cast



def _get_kwargs(
    *,
    body: PasswordChangeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/account/password",
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
    client: AuthenticatedClient,
    body: PasswordChangeRequest,

) -> Response[Any]:
    """ Change the caller's password

     All other sessions of the user end, unless `endOtherSessions` is false. If this session came
    from a hand-off, the session that created it stays. Unused reset links stop working, and a
    notice is mailed. A wrong password counts toward the limit of sign-ins. 400 if the account
    has no password: set one with `POST /v1/auth/password-reset/request`.

    With an account token or an access token. 401 `invalid_credentials`: the current password is
    wrong; the token is still valid. 429: ten wrong passwords for one account, or 50 from one
    address, in five minutes.

    Args:
        body (PasswordChangeRequest): The current and the new password.

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
    client: AuthenticatedClient,
    body: PasswordChangeRequest,

) -> Response[Any]:
    """ Change the caller's password

     All other sessions of the user end, unless `endOtherSessions` is false. If this session came
    from a hand-off, the session that created it stays. Unused reset links stop working, and a
    notice is mailed. A wrong password counts toward the limit of sign-ins. 400 if the account
    has no password: set one with `POST /v1/auth/password-reset/request`.

    With an account token or an access token. 401 `invalid_credentials`: the current password is
    wrong; the token is still valid. 429: ten wrong passwords for one account, or 50 from one
    address, in five minutes.

    Args:
        body (PasswordChangeRequest): The current and the new password.

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

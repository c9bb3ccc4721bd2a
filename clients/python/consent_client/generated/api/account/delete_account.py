from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.account_delete_request import AccountDeleteRequest
from typing import cast



def _get_kwargs(
    *,
    body: AccountDeleteRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/account/delete",
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
    body: AccountDeleteRequest,

) -> Response[Any]:
    """ Delete the caller's account

     Needs the password and a fresh code. If you are the last owner of a workspace with other
    members, first make one of them an owner. A workspace that loses its only member is
    suspended; its receipts are kept until their retention ends. API keys that the person
    created keep working. A notice is mailed. 400 if the account has no password: first set one
    with `POST /v1/auth/password-reset/request`.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 409 `last_owner`: make another
    member an owner first. 429: ten wrong passwords or codes in five minutes.

    Args:
        body (AccountDeleteRequest): The password and a code, as proof that the request comes from
            the account's owner.

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
    body: AccountDeleteRequest,

) -> Response[Any]:
    """ Delete the caller's account

     Needs the password and a fresh code. If you are the last owner of a workspace with other
    members, first make one of them an owner. A workspace that loses its only member is
    suspended; its receipts are kept until their retention ends. API keys that the person
    created keep working. A notice is mailed. 400 if the account has no password: first set one
    with `POST /v1/auth/password-reset/request`.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 409 `last_owner`: make another
    member an owner first. 429: ten wrong passwords or codes in five minutes.

    Args:
        body (AccountDeleteRequest): The password and a code, as proof that the request comes from
            the account's owner.

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

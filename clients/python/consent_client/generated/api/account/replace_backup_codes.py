from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.backup_codes_response import BackupCodesResponse
from ...models.code_request import CodeRequest
from typing import cast



def _get_kwargs(
    *,
    body: CodeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/account/backup-codes",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BackupCodesResponse:
    if response.status_code == 200:
        response_200 = BackupCodesResponse.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[BackupCodesResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: CodeRequest,

) -> Response[BackupCodesResponse]:
    """ Replace the caller's backup codes

     Needs a fresh code of the authenticator, or a backup code. Returns ten new codes, which are
    shown only this once. The old codes stop working, and a notice is mailed. With
    `endOtherSessions` all other sessions of the person end. A wrong code counts toward the
    limit of sign-ins.

    With an account token or an access token. 401 `invalid_code`: try the authenticator's next
    code; the token is still valid. 429: ten wrong codes in five minutes (50 in a day) for one
    account.

    Args:
        body (CodeRequest): A code of the caller's second factor.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BackupCodesResponse]
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
    body: CodeRequest,

) -> BackupCodesResponse:
    """ Replace the caller's backup codes

     Needs a fresh code of the authenticator, or a backup code. Returns ten new codes, which are
    shown only this once. The old codes stop working, and a notice is mailed. With
    `endOtherSessions` all other sessions of the person end. A wrong code counts toward the
    limit of sign-ins.

    With an account token or an access token. 401 `invalid_code`: try the authenticator's next
    code; the token is still valid. 429: ten wrong codes in five minutes (50 in a day) for one
    account.

    Args:
        body (CodeRequest): A code of the caller's second factor.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BackupCodesResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: CodeRequest,

) -> Response[BackupCodesResponse]:
    """ Replace the caller's backup codes

     Needs a fresh code of the authenticator, or a backup code. Returns ten new codes, which are
    shown only this once. The old codes stop working, and a notice is mailed. With
    `endOtherSessions` all other sessions of the person end. A wrong code counts toward the
    limit of sign-ins.

    With an account token or an access token. 401 `invalid_code`: try the authenticator's next
    code; the token is still valid. 429: ten wrong codes in five minutes (50 in a day) for one
    account.

    Args:
        body (CodeRequest): A code of the caller's second factor.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BackupCodesResponse]
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
    body: CodeRequest,

) -> BackupCodesResponse:
    """ Replace the caller's backup codes

     Needs a fresh code of the authenticator, or a backup code. Returns ten new codes, which are
    shown only this once. The old codes stop working, and a notice is mailed. With
    `endOtherSessions` all other sessions of the person end. A wrong code counts toward the
    limit of sign-ins.

    With an account token or an access token. 401 `invalid_code`: try the authenticator's next
    code; the token is still valid. 429: ten wrong codes in five minutes (50 in a day) for one
    account.

    Args:
        body (CodeRequest): A code of the caller's second factor.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BackupCodesResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

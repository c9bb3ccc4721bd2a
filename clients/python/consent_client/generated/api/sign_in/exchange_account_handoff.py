from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.account_handoff_session import AccountHandoffSession
from ...models.handoff_code_request import HandoffCodeRequest
from typing import cast



def _get_kwargs(
    *,
    body: HandoffCodeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/account-handoff/exchange",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> AccountHandoffSession:
    if response.status_code == 200:
        response_200 = AccountHandoffSession.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[AccountHandoffSession]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: HandoffCodeRequest,

) -> Response[AccountHandoffSession]:
    """ Redeem a hand-off code for an account session

     The code works once, within a minute, and returns only an account token, like `POST
    /v1/auth/account-login`. `organization` is the workspace that the caller came from. The code
    ends with the session that created it: when the caller signs out, or is removed from that
    workspace.

    401 `invalid_code`: ask for another code, or sign in again.

    Args:
        body (HandoffCodeRequest): A hand-off code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AccountHandoffSession]
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
    body: HandoffCodeRequest,

) -> AccountHandoffSession:
    """ Redeem a hand-off code for an account session

     The code works once, within a minute, and returns only an account token, like `POST
    /v1/auth/account-login`. `organization` is the workspace that the caller came from. The code
    ends with the session that created it: when the caller signs out, or is removed from that
    workspace.

    401 `invalid_code`: ask for another code, or sign in again.

    Args:
        body (HandoffCodeRequest): A hand-off code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AccountHandoffSession
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: HandoffCodeRequest,

) -> Response[AccountHandoffSession]:
    """ Redeem a hand-off code for an account session

     The code works once, within a minute, and returns only an account token, like `POST
    /v1/auth/account-login`. `organization` is the workspace that the caller came from. The code
    ends with the session that created it: when the caller signs out, or is removed from that
    workspace.

    401 `invalid_code`: ask for another code, or sign in again.

    Args:
        body (HandoffCodeRequest): A hand-off code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AccountHandoffSession]
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
    body: HandoffCodeRequest,

) -> AccountHandoffSession:
    """ Redeem a hand-off code for an account session

     The code works once, within a minute, and returns only an account token, like `POST
    /v1/auth/account-login`. `organization` is the workspace that the caller came from. The code
    ends with the session that created it: when the caller signs out, or is removed from that
    workspace.

    401 `invalid_code`: ask for another code, or sign in again.

    Args:
        body (HandoffCodeRequest): A hand-off code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AccountHandoffSession
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

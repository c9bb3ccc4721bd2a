from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.auth_session_response import AuthSessionResponse
from ...models.handoff_code_request import HandoffCodeRequest
from typing import cast



def _get_kwargs(
    *,
    body: HandoffCodeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/handoff/exchange",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> AuthSessionResponse:
    if response.status_code == 200:
        response_200 = AuthSessionResponse.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[AuthSessionResponse]:
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

) -> Response[AuthSessionResponse]:
    """ Redeem a hand-off code for a workspace session

     The code works once, within a minute. Access is checked again: the person must be a member,
    and the workspace must not be suspended. The new session ends when the session that created
    the code ends. The limit of 90 days starts with the sign-in, not with the hand-off.

    401 `invalid_code`: ask for another code. 403 `workspace_suspended`: an owner can pay for
    its plan, or ask the operator.

    Args:
        body (HandoffCodeRequest): A hand-off code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AuthSessionResponse]
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

) -> AuthSessionResponse:
    """ Redeem a hand-off code for a workspace session

     The code works once, within a minute. Access is checked again: the person must be a member,
    and the workspace must not be suspended. The new session ends when the session that created
    the code ends. The limit of 90 days starts with the sign-in, not with the hand-off.

    401 `invalid_code`: ask for another code. 403 `workspace_suspended`: an owner can pay for
    its plan, or ask the operator.

    Args:
        body (HandoffCodeRequest): A hand-off code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AuthSessionResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: HandoffCodeRequest,

) -> Response[AuthSessionResponse]:
    """ Redeem a hand-off code for a workspace session

     The code works once, within a minute. Access is checked again: the person must be a member,
    and the workspace must not be suspended. The new session ends when the session that created
    the code ends. The limit of 90 days starts with the sign-in, not with the hand-off.

    401 `invalid_code`: ask for another code. 403 `workspace_suspended`: an owner can pay for
    its plan, or ask the operator.

    Args:
        body (HandoffCodeRequest): A hand-off code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AuthSessionResponse]
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

) -> AuthSessionResponse:
    """ Redeem a hand-off code for a workspace session

     The code works once, within a minute. Access is checked again: the person must be a member,
    and the workspace must not be suspended. The new session ends when the session that created
    the code ends. The limit of 90 days starts with the sign-in, not with the hand-off.

    401 `invalid_code`: ask for another code. 403 `workspace_suspended`: an owner can pay for
    its plan, or ask the operator.

    Args:
        body (HandoffCodeRequest): A hand-off code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AuthSessionResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

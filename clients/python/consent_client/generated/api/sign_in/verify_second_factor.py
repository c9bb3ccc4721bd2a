from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.account_session_response import AccountSessionResponse
from ...models.auth_session_response import AuthSessionResponse
from ...models.challenge_code_request import ChallengeCodeRequest
from typing import cast



def _get_kwargs(
    *,
    body: ChallengeCodeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/2fa/verify",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> AccountSessionResponse | AuthSessionResponse:
    if response.status_code == 200:
        def _parse_response_200(data: object) -> AccountSessionResponse | AuthSessionResponse:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_session_response_type_0 = AccountSessionResponse.from_dict(data)



                return componentsschemas_session_response_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_session_response_type_1 = AuthSessionResponse.from_dict(data)



            return componentsschemas_session_response_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[AccountSessionResponse | AuthSessionResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ChallengeCodeRequest,

) -> Response[AccountSessionResponse | AuthSessionResponse]:
    """ Finish a sign-in with a code

     Takes an authenticator code or a backup code, and returns what the call that began the
    sign-in would have returned.

    401 `invalid_code`: try the authenticator's next code (each works once); five wrong ones use
    up the challenge. 401 `invalid_challenge`: it is older than ten minutes or used up; sign in
    again. 403 `workspace_suspended`: the code was correct; an owner can pay for its plan, or
    ask the operator. 429: ten wrong codes in five minutes (50 in a day) for one account.

    Args:
        body (ChallengeCodeRequest): The challenge of the current sign-in, and a code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AccountSessionResponse | AuthSessionResponse]
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
    body: ChallengeCodeRequest,

) -> AccountSessionResponse | AuthSessionResponse:
    """ Finish a sign-in with a code

     Takes an authenticator code or a backup code, and returns what the call that began the
    sign-in would have returned.

    401 `invalid_code`: try the authenticator's next code (each works once); five wrong ones use
    up the challenge. 401 `invalid_challenge`: it is older than ten minutes or used up; sign in
    again. 403 `workspace_suspended`: the code was correct; an owner can pay for its plan, or
    ask the operator. 429: ten wrong codes in five minutes (50 in a day) for one account.

    Args:
        body (ChallengeCodeRequest): The challenge of the current sign-in, and a code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AccountSessionResponse | AuthSessionResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ChallengeCodeRequest,

) -> Response[AccountSessionResponse | AuthSessionResponse]:
    """ Finish a sign-in with a code

     Takes an authenticator code or a backup code, and returns what the call that began the
    sign-in would have returned.

    401 `invalid_code`: try the authenticator's next code (each works once); five wrong ones use
    up the challenge. 401 `invalid_challenge`: it is older than ten minutes or used up; sign in
    again. 403 `workspace_suspended`: the code was correct; an owner can pay for its plan, or
    ask the operator. 429: ten wrong codes in five minutes (50 in a day) for one account.

    Args:
        body (ChallengeCodeRequest): The challenge of the current sign-in, and a code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AccountSessionResponse | AuthSessionResponse]
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
    body: ChallengeCodeRequest,

) -> AccountSessionResponse | AuthSessionResponse:
    """ Finish a sign-in with a code

     Takes an authenticator code or a backup code, and returns what the call that began the
    sign-in would have returned.

    401 `invalid_code`: try the authenticator's next code (each works once); five wrong ones use
    up the challenge. 401 `invalid_challenge`: it is older than ten minutes or used up; sign in
    again. 403 `workspace_suspended`: the code was correct; an owner can pay for its plan, or
    ask the operator. 429: ten wrong codes in five minutes (50 in a day) for one account.

    Args:
        body (ChallengeCodeRequest): The challenge of the current sign-in, and a code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AccountSessionResponse | AuthSessionResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

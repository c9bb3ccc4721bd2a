from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.challenge_code_request import ChallengeCodeRequest
from ...models.enrolled_account_session_response import EnrolledAccountSessionResponse
from ...models.enrolled_auth_session_response import EnrolledAuthSessionResponse
from typing import cast



def _get_kwargs(
    *,
    body: ChallengeCodeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/2fa/setup/confirm",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> EnrolledAccountSessionResponse | EnrolledAuthSessionResponse:
    if response.status_code == 200:
        def _parse_response_200(data: object) -> EnrolledAccountSessionResponse | EnrolledAuthSessionResponse:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_enrolled_session_response_type_0 = EnrolledAccountSessionResponse.from_dict(data)



                return componentsschemas_enrolled_session_response_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_enrolled_session_response_type_1 = EnrolledAuthSessionResponse.from_dict(data)



            return componentsschemas_enrolled_session_response_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[EnrolledAccountSessionResponse | EnrolledAuthSessionResponse]:
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

) -> Response[EnrolledAccountSessionResponse | EnrolledAuthSessionResponse]:
    """ Finish enrolling an authenticator

     A code from the authenticator turns the second factor on. Returns a full session if the
    sign-in named a workspace, otherwise an account session, and the backup codes, which are
    shown only this once.

    401 `invalid_code`: try the authenticator's next code; five wrong ones use up the challenge.
    401 `invalid_challenge`: sign in again. 403 `workspace_suspended`: the code was correct; an
    owner can pay for its plan, or ask the operator. 429: ten wrong codes in five minutes (50 in
    a day) for one account.

    Args:
        body (ChallengeCodeRequest): The challenge of the current sign-in, and a code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EnrolledAccountSessionResponse | EnrolledAuthSessionResponse]
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

) -> EnrolledAccountSessionResponse | EnrolledAuthSessionResponse:
    """ Finish enrolling an authenticator

     A code from the authenticator turns the second factor on. Returns a full session if the
    sign-in named a workspace, otherwise an account session, and the backup codes, which are
    shown only this once.

    401 `invalid_code`: try the authenticator's next code; five wrong ones use up the challenge.
    401 `invalid_challenge`: sign in again. 403 `workspace_suspended`: the code was correct; an
    owner can pay for its plan, or ask the operator. 429: ten wrong codes in five minutes (50 in
    a day) for one account.

    Args:
        body (ChallengeCodeRequest): The challenge of the current sign-in, and a code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EnrolledAccountSessionResponse | EnrolledAuthSessionResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ChallengeCodeRequest,

) -> Response[EnrolledAccountSessionResponse | EnrolledAuthSessionResponse]:
    """ Finish enrolling an authenticator

     A code from the authenticator turns the second factor on. Returns a full session if the
    sign-in named a workspace, otherwise an account session, and the backup codes, which are
    shown only this once.

    401 `invalid_code`: try the authenticator's next code; five wrong ones use up the challenge.
    401 `invalid_challenge`: sign in again. 403 `workspace_suspended`: the code was correct; an
    owner can pay for its plan, or ask the operator. 429: ten wrong codes in five minutes (50 in
    a day) for one account.

    Args:
        body (ChallengeCodeRequest): The challenge of the current sign-in, and a code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EnrolledAccountSessionResponse | EnrolledAuthSessionResponse]
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

) -> EnrolledAccountSessionResponse | EnrolledAuthSessionResponse:
    """ Finish enrolling an authenticator

     A code from the authenticator turns the second factor on. Returns a full session if the
    sign-in named a workspace, otherwise an account session, and the backup codes, which are
    shown only this once.

    401 `invalid_code`: try the authenticator's next code; five wrong ones use up the challenge.
    401 `invalid_challenge`: sign in again. 403 `workspace_suspended`: the code was correct; an
    owner can pay for its plan, or ask the operator. 429: ten wrong codes in five minutes (50 in
    a day) for one account.

    Args:
        body (ChallengeCodeRequest): The challenge of the current sign-in, and a code.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EnrolledAccountSessionResponse | EnrolledAuthSessionResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

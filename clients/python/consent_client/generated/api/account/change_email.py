from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.email_change_request import EmailChangeRequest
from ...models.problem import Problem
from typing import cast



def _get_kwargs(
    *,
    body: EmailChangeRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/account/email",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | Problem | None:
    if response.status_code == 204:
        response_204 = cast(Any, None)
        return response_204

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())



        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())



        return response_403

    if response.status_code == 409:
        response_409 = Problem.from_dict(response.json())



        return response_409

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())



        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())



        return response_415

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())



        return response_429

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())



        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: EmailChangeRequest,

) -> Response[Any | Problem]:
    """ Ask for another email address

     Needs the password and a fresh code. The new address gets a link for
    `POST /v1/auth/email/verify`, valid for 3 days; the present one gets a notice and stays in use
    until the link is followed, when both are told. Links that went to the former address then
    lose their force; sessions stay.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 409 `email_taken`: the address has
    an account. 429: ten wrong passwords or codes in five minutes, or five mails an hour to one
    address.

    429: 120 a minute of a person.

    Args:
        body (EmailChangeRequest): The new address, with password and code as proof that the
            account's owner asks.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
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
    body: EmailChangeRequest,

) -> Any | Problem | None:
    """ Ask for another email address

     Needs the password and a fresh code. The new address gets a link for
    `POST /v1/auth/email/verify`, valid for 3 days; the present one gets a notice and stays in use
    until the link is followed, when both are told. Links that went to the former address then
    lose their force; sessions stay.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 409 `email_taken`: the address has
    an account. 429: ten wrong passwords or codes in five minutes, or five mails an hour to one
    address.

    429: 120 a minute of a person.

    Args:
        body (EmailChangeRequest): The new address, with password and code as proof that the
            account's owner asks.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: EmailChangeRequest,

) -> Response[Any | Problem]:
    """ Ask for another email address

     Needs the password and a fresh code. The new address gets a link for
    `POST /v1/auth/email/verify`, valid for 3 days; the present one gets a notice and stays in use
    until the link is followed, when both are told. Links that went to the former address then
    lose their force; sessions stay.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 409 `email_taken`: the address has
    an account. 429: ten wrong passwords or codes in five minutes, or five mails an hour to one
    address.

    429: 120 a minute of a person.

    Args:
        body (EmailChangeRequest): The new address, with password and code as proof that the
            account's owner asks.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
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
    body: EmailChangeRequest,

) -> Any | Problem | None:
    """ Ask for another email address

     Needs the password and a fresh code. The new address gets a link for
    `POST /v1/auth/email/verify`, valid for 3 days; the present one gets a notice and stays in use
    until the link is followed, when both are told. Links that went to the former address then
    lose their force; sessions stay.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 409 `email_taken`: the address has
    an account. 429: ten wrong passwords or codes in five minutes, or five mails an hour to one
    address.

    429: 120 a minute of a person.

    Args:
        body (EmailChangeRequest): The new address, with password and code as proof that the
            account's owner asks.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

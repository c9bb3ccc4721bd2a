from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.mail_preferences import MailPreferences
from ...models.mail_preferences_request import MailPreferencesRequest
from ...models.problem import Problem
from typing import cast



def _get_kwargs(
    *,
    body: MailPreferencesRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/v1/account/mail-preferences",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> MailPreferences | Problem | None:
    if response.status_code == 200:
        response_200 = MailPreferences.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())



        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())



        return response_403

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())



        return response_404

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[MailPreferences | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: MailPreferencesRequest,

) -> Response[MailPreferences | Problem]:
    """ Choose which notification mails the caller gets

     Replaces the choices in each workspace named; a mail left out there goes back to its default.
    Workspaces that are not named stay as they are. `subscribe: true` takes back an unsubscribing
    by a mail's link, for a confirmed address.

    With an account token or an access token. 404: a workspace is named that the caller is no
    member of.

    429: 120 a minute of a person.

    Args:
        body (MailPreferencesRequest): What is to change; what is left out stays.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MailPreferences | Problem]
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
    body: MailPreferencesRequest,

) -> MailPreferences | Problem | None:
    """ Choose which notification mails the caller gets

     Replaces the choices in each workspace named; a mail left out there goes back to its default.
    Workspaces that are not named stay as they are. `subscribe: true` takes back an unsubscribing
    by a mail's link, for a confirmed address.

    With an account token or an access token. 404: a workspace is named that the caller is no
    member of.

    429: 120 a minute of a person.

    Args:
        body (MailPreferencesRequest): What is to change; what is left out stays.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MailPreferences | Problem
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: MailPreferencesRequest,

) -> Response[MailPreferences | Problem]:
    """ Choose which notification mails the caller gets

     Replaces the choices in each workspace named; a mail left out there goes back to its default.
    Workspaces that are not named stay as they are. `subscribe: true` takes back an unsubscribing
    by a mail's link, for a confirmed address.

    With an account token or an access token. 404: a workspace is named that the caller is no
    member of.

    429: 120 a minute of a person.

    Args:
        body (MailPreferencesRequest): What is to change; what is left out stays.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MailPreferences | Problem]
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
    body: MailPreferencesRequest,

) -> MailPreferences | Problem | None:
    """ Choose which notification mails the caller gets

     Replaces the choices in each workspace named; a mail left out there goes back to its default.
    Workspaces that are not named stay as they are. `subscribe: true` takes back an unsubscribing
    by a mail's link, for a confirmed address.

    With an account token or an access token. 404: a workspace is named that the caller is no
    member of.

    429: 120 a minute of a person.

    Args:
        body (MailPreferencesRequest): What is to change; what is left out stays.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MailPreferences | Problem
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

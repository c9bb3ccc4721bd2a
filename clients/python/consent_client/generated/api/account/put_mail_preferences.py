from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.mail_preferences import MailPreferences
from ...models.mail_preferences_request import MailPreferencesRequest
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



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> MailPreferences:
    if response.status_code == 200:
        response_200 = MailPreferences.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[MailPreferences]:
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

) -> Response[MailPreferences]:
    """ Choose which notification emails the caller gets

     Replaces the choices in each workspace that you name; an email that you leave out is reset to
    its default. Other workspaces stay unchanged. `subscribe: true` subscribes an address again
    that has unsubscribed with an email's link; the address must be verified.

    With an account token or an access token. 404: the caller is not a member of one of the
    workspaces.

    429: 120 a minute per person.

    Args:
        body (MailPreferencesRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MailPreferences]
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

) -> MailPreferences:
    """ Choose which notification emails the caller gets

     Replaces the choices in each workspace that you name; an email that you leave out is reset to
    its default. Other workspaces stay unchanged. `subscribe: true` subscribes an address again
    that has unsubscribed with an email's link; the address must be verified.

    With an account token or an access token. 404: the caller is not a member of one of the
    workspaces.

    429: 120 a minute per person.

    Args:
        body (MailPreferencesRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MailPreferences
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: MailPreferencesRequest,

) -> Response[MailPreferences]:
    """ Choose which notification emails the caller gets

     Replaces the choices in each workspace that you name; an email that you leave out is reset to
    its default. Other workspaces stay unchanged. `subscribe: true` subscribes an address again
    that has unsubscribed with an email's link; the address must be verified.

    With an account token or an access token. 404: the caller is not a member of one of the
    workspaces.

    429: 120 a minute per person.

    Args:
        body (MailPreferencesRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MailPreferences]
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

) -> MailPreferences:
    """ Choose which notification emails the caller gets

     Replaces the choices in each workspace that you name; an email that you leave out is reset to
    its default. Other workspaces stay unchanged. `subscribe: true` subscribes an address again
    that has unsubscribed with an email's link; the address must be verified.

    With an account token or an access token. 404: the caller is not a member of one of the
    workspaces.

    429: 120 a minute per person.

    Args:
        body (MailPreferencesRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MailPreferences
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

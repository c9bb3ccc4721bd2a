from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.mail_preferences import MailPreferences
from typing import cast



def _get_kwargs(

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/account/mail-preferences",
    }


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

) -> Response[MailPreferences]:
    """ Show which notification emails the caller gets

     For each workspace of the caller, the emails that are available to their role. They are sent
    only to verified addresses that have not unsubscribed. Descriptions are in the language of
    `Accept-Language`, in English by default.

    With an account token or an access token.

    429: 600 a minute per person.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MailPreferences]
     """


    kwargs = _get_kwargs(

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,

) -> MailPreferences:
    """ Show which notification emails the caller gets

     For each workspace of the caller, the emails that are available to their role. They are sent
    only to verified addresses that have not unsubscribed. Descriptions are in the language of
    `Accept-Language`, in English by default.

    With an account token or an access token.

    429: 600 a minute per person.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MailPreferences
     """


    return sync_detailed(
        client=client,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,

) -> Response[MailPreferences]:
    """ Show which notification emails the caller gets

     For each workspace of the caller, the emails that are available to their role. They are sent
    only to verified addresses that have not unsubscribed. Descriptions are in the language of
    `Accept-Language`, in English by default.

    With an account token or an access token.

    429: 600 a minute per person.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MailPreferences]
     """


    kwargs = _get_kwargs(

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,

) -> MailPreferences:
    """ Show which notification emails the caller gets

     For each workspace of the caller, the emails that are available to their role. They are sent
    only to verified addresses that have not unsubscribed. Descriptions are in the language of
    `Accept-Language`, in English by default.

    With an account token or an access token.

    429: 600 a minute per person.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MailPreferences
     """


    return (await asyncio_detailed(
        client=client,

    )).parsed

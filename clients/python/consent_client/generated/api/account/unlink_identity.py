from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors




def _get_kwargs(
    identity_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/v1/account/identities/{identity_id}".format(identity_id=quote(str(identity_id), safe=""),),
    }


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
    identity_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[Any]:
    """ Unlink an identity from the caller's account

     The identity can no longer sign in to the account, and a notice is mailed. Sessions stay:
    end them with `DELETE /v1/account/sessions`. A later sign-in with the identity links it
    again if it has the account's address.

    With an account token or an access token. 409 `last_sign_in`: the account has no password and
    no other identity; set a password with `POST /v1/auth/password-reset/request` first.

    429: 120 a minute per person.

    Args:
        identity_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        identity_id=identity_id,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    identity_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[Any]:
    """ Unlink an identity from the caller's account

     The identity can no longer sign in to the account, and a notice is mailed. Sessions stay:
    end them with `DELETE /v1/account/sessions`. A later sign-in with the identity links it
    again if it has the account's address.

    With an account token or an access token. 409 `last_sign_in`: the account has no password and
    no other identity; set a password with `POST /v1/auth/password-reset/request` first.

    429: 120 a minute per person.

    Args:
        identity_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        identity_id=identity_id,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.authenticator_confirm_request import AuthenticatorConfirmRequest
from typing import cast



def _get_kwargs(
    *,
    body: AuthenticatorConfirmRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/account/second-factor/confirm",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
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
    *,
    client: AuthenticatedClient,
    body: AuthenticatorConfirmRequest,

) -> Response[Any]:
    """ Finish replacing the caller's authenticator

     Needs a code of the new authenticator, which then replaces the former one. Backup codes stay
    valid, and a notice is mailed. With `endOtherSessions` all other sessions of the person end.

    With an account token or an access token. 401 `invalid_challenge`: start again. 401
    `invalid_code`: try the new authenticator's next code; five wrong ones use up the challenge.
    429: ten wrong codes in five minutes (50 in a day) for one account.

    429: 120 a minute per person.

    Args:
        body (AuthenticatorConfirmRequest): A code of the new authenticator.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: AuthenticatorConfirmRequest,

) -> Response[Any]:
    """ Finish replacing the caller's authenticator

     Needs a code of the new authenticator, which then replaces the former one. Backup codes stay
    valid, and a notice is mailed. With `endOtherSessions` all other sessions of the person end.

    With an account token or an access token. 401 `invalid_challenge`: start again. 401
    `invalid_code`: try the new authenticator's next code; five wrong ones use up the challenge.
    429: ten wrong codes in five minutes (50 in a day) for one account.

    429: 120 a minute per person.

    Args:
        body (AuthenticatorConfirmRequest): A code of the new authenticator.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

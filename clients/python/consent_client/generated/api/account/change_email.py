from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.email_change_request import EmailChangeRequest
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
    body: EmailChangeRequest,

) -> Response[Any]:
    """ Change the caller's email address

     Needs the password and a fresh code. A link for `POST /v1/auth/email/verify`, valid for 3
    days, is mailed to the new address, and a notice to the current one. The current address
    stays in use until somebody follows the link. Then both addresses get a notice, and links
    that were sent to the former one stop working. Sessions stay.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 409 `email_taken`: the address
    already has an account. One that was never verified is no obstacle, and is deleted when the
    link is followed. 429: ten wrong passwords or codes in five minutes, or five emails an hour
    to one address.

    429: 120 a minute per person.

    Args:
        body (EmailChangeRequest): The new address, with the password and a code as proof that the
            request comes from the
            account's owner.

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
    body: EmailChangeRequest,

) -> Response[Any]:
    """ Change the caller's email address

     Needs the password and a fresh code. A link for `POST /v1/auth/email/verify`, valid for 3
    days, is mailed to the new address, and a notice to the current one. The current address
    stays in use until somebody follows the link. Then both addresses get a notice, and links
    that were sent to the former one stop working. Sessions stay.

    With an account token or an access token. 401 `invalid_credentials` or `invalid_code`: the
    password or the code is wrong; the token is still valid. 409 `email_taken`: the address
    already has an account. One that was never verified is no obstacle, and is deleted when the
    link is followed. 429: ten wrong passwords or codes in five minutes, or five emails an hour
    to one address.

    429: 120 a minute per person.

    Args:
        body (EmailChangeRequest): The new address, with the password and a code as proof that the
            request comes from the
            account's owner.

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

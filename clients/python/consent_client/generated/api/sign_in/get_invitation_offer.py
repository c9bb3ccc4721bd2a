from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.invitation_offer import InvitationOffer
from ...models.token_request import TokenRequest
from typing import cast



def _get_kwargs(
    *,
    body: TokenRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/invite",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> InvitationOffer:
    if response.status_code == 200:
        response_200 = InvitationOffer.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[InvitationOffer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TokenRequest,

) -> Response[InvitationOffer]:
    """ Show what an invitation offers

     For the page that an invitation email links to: the workspace, the person who sent the
    invitation, and whether accepting it requires a name and a password. The token is not used
    up.

    400 `invalid_link`: ask for another invitation.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[InvitationOffer]
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
    body: TokenRequest,

) -> InvitationOffer:
    """ Show what an invitation offers

     For the page that an invitation email links to: the workspace, the person who sent the
    invitation, and whether accepting it requires a name and a password. The token is not used
    up.

    400 `invalid_link`: ask for another invitation.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        InvitationOffer
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TokenRequest,

) -> Response[InvitationOffer]:
    """ Show what an invitation offers

     For the page that an invitation email links to: the workspace, the person who sent the
    invitation, and whether accepting it requires a name and a password. The token is not used
    up.

    400 `invalid_link`: ask for another invitation.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[InvitationOffer]
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
    body: TokenRequest,

) -> InvitationOffer:
    """ Show what an invitation offers

     For the page that an invitation email links to: the workspace, the person who sent the
    invitation, and whether accepting it requires a name and a password. The token is not used
    up.

    400 `invalid_link`: ask for another invitation.

    Args:
        body (TokenRequest): The token of an email's link.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        InvitationOffer
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

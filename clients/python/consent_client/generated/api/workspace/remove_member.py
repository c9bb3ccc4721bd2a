from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors




def _get_kwargs(
    member_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/v1/members/{member_id}".format(member_id=quote(str(member_id), safe=""),),
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
    member_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[Any]:
    """ Remove a member, or leave

     Their sessions in this workspace end immediately; API keys that they created stay. You
    cannot remove a member whose role is above yours. Any member can leave with the id of their
    own membership. The last owner can neither leave nor be removed.

    For any member to leave; only admins and owners can remove others. 409 `last_owner`: make
    another member an owner first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        member_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        member_id=member_id,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    member_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[Any]:
    """ Remove a member, or leave

     Their sessions in this workspace end immediately; API keys that they created stay. You
    cannot remove a member whose role is above yours. Any member can leave with the id of their
    own membership. The last owner can neither leave nor be removed.

    For any member to leave; only admins and owners can remove others. 409 `last_owner`: make
    another member an owner first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        member_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        member_id=member_id,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

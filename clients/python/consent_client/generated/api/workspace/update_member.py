from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.member import Member
from ...models.member_update_request import MemberUpdateRequest
from typing import cast



def _get_kwargs(
    member_id: str,
    *,
    body: MemberUpdateRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/v1/members/{member_id}".format(member_id=quote(str(member_id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Member:
    if response.status_code == 200:
        response_200 = Member.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Member]:
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
    body: MemberUpdateRequest,

) -> Response[Member]:
    """ Change a member's role

     Takes effect with the member's next request. You cannot grant or change a role above your
    own, so only owners can make someone an owner. The role of the last owner cannot be changed.

    For admins and owners. 409 `last_owner`: make another member an owner first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        member_id (str):
        body (MemberUpdateRequest): The member's new role.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Member]
     """


    kwargs = _get_kwargs(
        member_id=member_id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    member_id: str,
    *,
    client: AuthenticatedClient,
    body: MemberUpdateRequest,

) -> Member:
    """ Change a member's role

     Takes effect with the member's next request. You cannot grant or change a role above your
    own, so only owners can make someone an owner. The role of the last owner cannot be changed.

    For admins and owners. 409 `last_owner`: make another member an owner first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        member_id (str):
        body (MemberUpdateRequest): The member's new role.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Member
     """


    return sync_detailed(
        member_id=member_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    member_id: str,
    *,
    client: AuthenticatedClient,
    body: MemberUpdateRequest,

) -> Response[Member]:
    """ Change a member's role

     Takes effect with the member's next request. You cannot grant or change a role above your
    own, so only owners can make someone an owner. The role of the last owner cannot be changed.

    For admins and owners. 409 `last_owner`: make another member an owner first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        member_id (str):
        body (MemberUpdateRequest): The member's new role.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Member]
     """


    kwargs = _get_kwargs(
        member_id=member_id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    member_id: str,
    *,
    client: AuthenticatedClient,
    body: MemberUpdateRequest,

) -> Member:
    """ Change a member's role

     Takes effect with the member's next request. You cannot grant or change a role above your
    own, so only owners can make someone an owner. The role of the last owner cannot be changed.

    For admins and owners. 409 `last_owner`: make another member an owner first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        member_id (str):
        body (MemberUpdateRequest): The member's new role.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Member
     """


    return (await asyncio_detailed(
        member_id=member_id,
client=client,
body=body,

    )).parsed

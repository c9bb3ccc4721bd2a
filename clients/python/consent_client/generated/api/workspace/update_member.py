from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.member import Member
from ...models.member_update_request import MemberUpdateRequest
from ...models.problem import Problem
from typing import cast
from uuid import UUID



def _get_kwargs(
    member_id: UUID,
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



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Member | Problem | None:
    if response.status_code == 200:
        response_200 = Member.from_dict(response.json())



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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Member | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    member_id: UUID,
    *,
    client: AuthenticatedClient,
    body: MemberUpdateRequest,

) -> Response[Member | Problem]:
    """ Give a member another role

     Takes effect with the member's next request. Nobody grants or changes a role above their own,
    so only owners make owners; the last owner cannot be demoted.

    For admins and owners. 409 `last_owner`: make another member an owner first.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        member_id (UUID):
        body (MemberUpdateRequest): The role that the member has from now on.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Member | Problem]
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
    member_id: UUID,
    *,
    client: AuthenticatedClient,
    body: MemberUpdateRequest,

) -> Member | Problem | None:
    """ Give a member another role

     Takes effect with the member's next request. Nobody grants or changes a role above their own,
    so only owners make owners; the last owner cannot be demoted.

    For admins and owners. 409 `last_owner`: make another member an owner first.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        member_id (UUID):
        body (MemberUpdateRequest): The role that the member has from now on.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Member | Problem
     """


    return sync_detailed(
        member_id=member_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    member_id: UUID,
    *,
    client: AuthenticatedClient,
    body: MemberUpdateRequest,

) -> Response[Member | Problem]:
    """ Give a member another role

     Takes effect with the member's next request. Nobody grants or changes a role above their own,
    so only owners make owners; the last owner cannot be demoted.

    For admins and owners. 409 `last_owner`: make another member an owner first.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        member_id (UUID):
        body (MemberUpdateRequest): The role that the member has from now on.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Member | Problem]
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
    member_id: UUID,
    *,
    client: AuthenticatedClient,
    body: MemberUpdateRequest,

) -> Member | Problem | None:
    """ Give a member another role

     Takes effect with the member's next request. Nobody grants or changes a role above their own,
    so only owners make owners; the last owner cannot be demoted.

    For admins and owners. 409 `last_owner`: make another member an owner first.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        member_id (UUID):
        body (MemberUpdateRequest): The role that the member has from now on.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Member | Problem
     """


    return (await asyncio_detailed(
        member_id=member_id,
client=client,
body=body,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.invitation import Invitation
from ...models.invitation_request import InvitationRequest
from typing import cast



def _get_kwargs(
    *,
    body: InvitationRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/invitations",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Invitation:
    if response.status_code == 201:
        response_201 = Invitation.from_dict(response.json())



        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Invitation]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: InvitationRequest,

) -> Response[Invitation]:
    """ Invite someone to the workspace

     Emails the invitation, which is valid for 7 days and bound to its address. To send it again,
    invite the same address again: that replaces the earlier invitation, whose link stops
    working. You cannot invite someone to a role above yours, or replace an invitation to such
    a role. At most 5 invitations a day are mailed to one address, from all workspaces together;
    more are created and listed, but not mailed.

    For admins and owners whose own address is verified. 403 `address_not_verified`: follow
    the link in the verification email first. 409 `already_member`: change that member's role
    instead. 409 `quota_exceeded`: revoke an open invitation first. 429: 50 invitations a day
    per workspace, 50 per person, 100 from one address.

    Args:
        body (InvitationRequest): The address to invite, and its role.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Invitation]
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
    body: InvitationRequest,

) -> Invitation:
    """ Invite someone to the workspace

     Emails the invitation, which is valid for 7 days and bound to its address. To send it again,
    invite the same address again: that replaces the earlier invitation, whose link stops
    working. You cannot invite someone to a role above yours, or replace an invitation to such
    a role. At most 5 invitations a day are mailed to one address, from all workspaces together;
    more are created and listed, but not mailed.

    For admins and owners whose own address is verified. 403 `address_not_verified`: follow
    the link in the verification email first. 409 `already_member`: change that member's role
    instead. 409 `quota_exceeded`: revoke an open invitation first. 429: 50 invitations a day
    per workspace, 50 per person, 100 from one address.

    Args:
        body (InvitationRequest): The address to invite, and its role.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Invitation
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: InvitationRequest,

) -> Response[Invitation]:
    """ Invite someone to the workspace

     Emails the invitation, which is valid for 7 days and bound to its address. To send it again,
    invite the same address again: that replaces the earlier invitation, whose link stops
    working. You cannot invite someone to a role above yours, or replace an invitation to such
    a role. At most 5 invitations a day are mailed to one address, from all workspaces together;
    more are created and listed, but not mailed.

    For admins and owners whose own address is verified. 403 `address_not_verified`: follow
    the link in the verification email first. 409 `already_member`: change that member's role
    instead. 409 `quota_exceeded`: revoke an open invitation first. 429: 50 invitations a day
    per workspace, 50 per person, 100 from one address.

    Args:
        body (InvitationRequest): The address to invite, and its role.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Invitation]
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
    body: InvitationRequest,

) -> Invitation:
    """ Invite someone to the workspace

     Emails the invitation, which is valid for 7 days and bound to its address. To send it again,
    invite the same address again: that replaces the earlier invitation, whose link stops
    working. You cannot invite someone to a role above yours, or replace an invitation to such
    a role. At most 5 invitations a day are mailed to one address, from all workspaces together;
    more are created and listed, but not mailed.

    For admins and owners whose own address is verified. 403 `address_not_verified`: follow
    the link in the verification email first. 409 `already_member`: change that member's role
    instead. 409 `quota_exceeded`: revoke an open invitation first. 429: 50 invitations a day
    per workspace, 50 per person, 100 from one address.

    Args:
        body (InvitationRequest): The address to invite, and its role.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Invitation
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.audit_event import AuditEvent
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    event: str | Unset = UNSET,
    actor_id: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    params["event"] = event

    params["actorId"] = actor_id

    params["limit"] = limit

    params["cursor"] = cursor


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/audit-events",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> list[AuditEvent]:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in (_response_200):
            response_200_item = AuditEvent.from_dict(response_200_item_data)



            response_200.append(response_200_item)

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[list[AuditEvent]]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    event: str | Unset = UNSET,
    actor_id: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> Response[list[AuditEvent]]:
    """ List the workspace's audit events

     Who did what, when, with which outcome and from which address (as a keyed hash), newest
    first. Sign-ins of members to this workspace are included.

    Refused requests are counted by the hour, in one event for each caller and kind; `count` in
    `detail` is their number: `request.unauthenticated` (a token that is no longer valid),
    `request.forbidden`, `request.not_found` and `request.rate_limited`. Their `at` is the
    beginning of the hour; for an API key, `subjectId` is its id.

    The `reason` of `domain.verification_failed` is in the language of `Accept-Language`, in
    English by default.

    For admins and owners.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        event (str | Unset):
        actor_id (str | Unset):
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[AuditEvent]]
     """


    kwargs = _get_kwargs(
        event=event,
actor_id=actor_id,
limit=limit,
cursor=cursor,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    event: str | Unset = UNSET,
    actor_id: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> list[AuditEvent]:
    """ List the workspace's audit events

     Who did what, when, with which outcome and from which address (as a keyed hash), newest
    first. Sign-ins of members to this workspace are included.

    Refused requests are counted by the hour, in one event for each caller and kind; `count` in
    `detail` is their number: `request.unauthenticated` (a token that is no longer valid),
    `request.forbidden`, `request.not_found` and `request.rate_limited`. Their `at` is the
    beginning of the hour; for an API key, `subjectId` is its id.

    The `reason` of `domain.verification_failed` is in the language of `Accept-Language`, in
    English by default.

    For admins and owners.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        event (str | Unset):
        actor_id (str | Unset):
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[AuditEvent]
     """


    return sync_detailed(
        client=client,
event=event,
actor_id=actor_id,
limit=limit,
cursor=cursor,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    event: str | Unset = UNSET,
    actor_id: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> Response[list[AuditEvent]]:
    """ List the workspace's audit events

     Who did what, when, with which outcome and from which address (as a keyed hash), newest
    first. Sign-ins of members to this workspace are included.

    Refused requests are counted by the hour, in one event for each caller and kind; `count` in
    `detail` is their number: `request.unauthenticated` (a token that is no longer valid),
    `request.forbidden`, `request.not_found` and `request.rate_limited`. Their `at` is the
    beginning of the hour; for an API key, `subjectId` is its id.

    The `reason` of `domain.verification_failed` is in the language of `Accept-Language`, in
    English by default.

    For admins and owners.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        event (str | Unset):
        actor_id (str | Unset):
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[AuditEvent]]
     """


    kwargs = _get_kwargs(
        event=event,
actor_id=actor_id,
limit=limit,
cursor=cursor,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    event: str | Unset = UNSET,
    actor_id: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> list[AuditEvent]:
    """ List the workspace's audit events

     Who did what, when, with which outcome and from which address (as a keyed hash), newest
    first. Sign-ins of members to this workspace are included.

    Refused requests are counted by the hour, in one event for each caller and kind; `count` in
    `detail` is their number: `request.unauthenticated` (a token that is no longer valid),
    `request.forbidden`, `request.not_found` and `request.rate_limited`. Their `at` is the
    beginning of the hour; for an API key, `subjectId` is its id.

    The `reason` of `domain.verification_failed` is in the language of `Accept-Language`, in
    English by default.

    For admins and owners.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        event (str | Unset):
        actor_id (str | Unset):
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[AuditEvent]
     """


    return (await asyncio_detailed(
        client=client,
event=event,
actor_id=actor_id,
limit=limit,
cursor=cursor,

    )).parsed

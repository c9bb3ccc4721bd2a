from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.workspace import Workspace
from ...models.workspace_update_request import WorkspaceUpdateRequest
from typing import cast



def _get_kwargs(
    *,
    body: WorkspaceUpdateRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/v1/workspace",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Workspace:
    if response.status_code == 200:
        response_200 = Workspace.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Workspace]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: WorkspaceUpdateRequest,

) -> Response[Workspace]:
    """ Change the workspace's settings

     Members that you leave out stay unchanged. Receipts are kept for `retentionMonths`: at least
    13, or 24 if a domain's region is `US-CA`. A shorter retention deletes older receipts
    permanently. If you change the name, the slug stays the same. The audit log records the
    changes.

    For admins and owners.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (WorkspaceUpdateRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Workspace]
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
    body: WorkspaceUpdateRequest,

) -> Workspace:
    """ Change the workspace's settings

     Members that you leave out stay unchanged. Receipts are kept for `retentionMonths`: at least
    13, or 24 if a domain's region is `US-CA`. A shorter retention deletes older receipts
    permanently. If you change the name, the slug stays the same. The audit log records the
    changes.

    For admins and owners.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (WorkspaceUpdateRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Workspace
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: WorkspaceUpdateRequest,

) -> Response[Workspace]:
    """ Change the workspace's settings

     Members that you leave out stay unchanged. Receipts are kept for `retentionMonths`: at least
    13, or 24 if a domain's region is `US-CA`. A shorter retention deletes older receipts
    permanently. If you change the name, the slug stays the same. The audit log records the
    changes.

    For admins and owners.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (WorkspaceUpdateRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Workspace]
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
    body: WorkspaceUpdateRequest,

) -> Workspace:
    """ Change the workspace's settings

     Members that you leave out stay unchanged. Receipts are kept for `retentionMonths`: at least
    13, or 24 if a domain's region is `US-CA`. A shorter retention deletes older receipts
    permanently. If you change the name, the slug stays the same. The audit log records the
    changes.

    For admins and owners.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (WorkspaceUpdateRequest): The changes; members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Workspace
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

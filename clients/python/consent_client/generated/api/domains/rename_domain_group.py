from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.domain_group import DomainGroup
from ...models.domain_group_request import DomainGroupRequest
from ...models.problem import Problem
from typing import cast
from uuid import UUID



def _get_kwargs(
    group_id: UUID,
    *,
    body: DomainGroupRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/v1/domain-groups/{group_id}".format(group_id=quote(str(group_id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> DomainGroup | Problem | None:
    if response.status_code == 200:
        response_200 = DomainGroup.from_dict(response.json())



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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[DomainGroup | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    group_id: UUID,
    *,
    client: AuthenticatedClient,
    body: DomainGroupRequest,

) -> Response[DomainGroup | Problem]:
    """ Rename a group of domains

     For admins and owners. Its domains stay in it. 409 `group_name_taken`: another group of the
    workspace has the name; choose another.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        group_id (UUID):
        body (DomainGroupRequest): The group's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainGroup | Problem]
     """


    kwargs = _get_kwargs(
        group_id=group_id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    group_id: UUID,
    *,
    client: AuthenticatedClient,
    body: DomainGroupRequest,

) -> DomainGroup | Problem | None:
    """ Rename a group of domains

     For admins and owners. Its domains stay in it. 409 `group_name_taken`: another group of the
    workspace has the name; choose another.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        group_id (UUID):
        body (DomainGroupRequest): The group's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainGroup | Problem
     """


    return sync_detailed(
        group_id=group_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    group_id: UUID,
    *,
    client: AuthenticatedClient,
    body: DomainGroupRequest,

) -> Response[DomainGroup | Problem]:
    """ Rename a group of domains

     For admins and owners. Its domains stay in it. 409 `group_name_taken`: another group of the
    workspace has the name; choose another.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        group_id (UUID):
        body (DomainGroupRequest): The group's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainGroup | Problem]
     """


    kwargs = _get_kwargs(
        group_id=group_id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    group_id: UUID,
    *,
    client: AuthenticatedClient,
    body: DomainGroupRequest,

) -> DomainGroup | Problem | None:
    """ Rename a group of domains

     For admins and owners. Its domains stay in it. 409 `group_name_taken`: another group of the
    workspace has the name; choose another.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        group_id (UUID):
        body (DomainGroupRequest): The group's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainGroup | Problem
     """


    return (await asyncio_detailed(
        group_id=group_id,
client=client,
body=body,

    )).parsed

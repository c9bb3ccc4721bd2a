from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.domain_group import DomainGroup
from ...models.domain_group_request import DomainGroupRequest
from typing import cast



def _get_kwargs(
    *,
    body: DomainGroupRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/domain-groups",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> DomainGroup:
    if response.status_code == 201:
        response_201 = DomainGroup.from_dict(response.json())



        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[DomainGroup]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: DomainGroupRequest,

) -> Response[DomainGroup]:
    """ Create a domain group

     Add domains to it with `PATCH /v1/domains/{domainId}`. For admins and owners. 409
    `group_name_taken`: the workspace already has a group of that name; use that one. 409
    `quota_exceeded`: delete a group first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (DomainGroupRequest): The group's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainGroup]
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
    body: DomainGroupRequest,

) -> DomainGroup:
    """ Create a domain group

     Add domains to it with `PATCH /v1/domains/{domainId}`. For admins and owners. 409
    `group_name_taken`: the workspace already has a group of that name; use that one. 409
    `quota_exceeded`: delete a group first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (DomainGroupRequest): The group's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainGroup
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: DomainGroupRequest,

) -> Response[DomainGroup]:
    """ Create a domain group

     Add domains to it with `PATCH /v1/domains/{domainId}`. For admins and owners. 409
    `group_name_taken`: the workspace already has a group of that name; use that one. 409
    `quota_exceeded`: delete a group first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (DomainGroupRequest): The group's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainGroup]
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
    body: DomainGroupRequest,

) -> DomainGroup:
    """ Create a domain group

     Add domains to it with `PATCH /v1/domains/{domainId}`. For admins and owners. 409
    `group_name_taken`: the workspace already has a group of that name; use that one. 409
    `quota_exceeded`: delete a group first.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (DomainGroupRequest): The group's name.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainGroup
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.domain_list import DomainList
from ...models.domain_status import DomainStatus
from ...models.region import Region
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    status: DomainStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    group_id: str | Unset = UNSET,
    region: Region | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status

    params["q"] = q

    params["groupId"] = group_id

    json_region: str | Unset = UNSET
    if not isinstance(region, Unset):
        json_region = region.value

    params["region"] = json_region

    params["limit"] = limit

    params["cursor"] = cursor


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/domains",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> DomainList:
    if response.status_code == 200:
        response_200 = DomainList.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[DomainList]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    status: DomainStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    group_id: str | Unset = UNSET,
    region: Region | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> Response[DomainList]:
    """ List the workspace's domains

     Newest first. The facets are counted with all filters except `status`. For any member.
    Follow the `Link` header for the next page; 400 names the invalid filter.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        status (DomainStatus | Unset): `pending`: not verified yet. `verified`: the proof was
            found. `failed`: three checks in a
            row no longer found the proof.
        q (str | Unset):
        group_id (str | Unset):
        region (Region | Unset): The jurisdiction that the owner declares.
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainList]
     """


    kwargs = _get_kwargs(
        status=status,
q=q,
group_id=group_id,
region=region,
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
    status: DomainStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    group_id: str | Unset = UNSET,
    region: Region | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> DomainList:
    """ List the workspace's domains

     Newest first. The facets are counted with all filters except `status`. For any member.
    Follow the `Link` header for the next page; 400 names the invalid filter.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        status (DomainStatus | Unset): `pending`: not verified yet. `verified`: the proof was
            found. `failed`: three checks in a
            row no longer found the proof.
        q (str | Unset):
        group_id (str | Unset):
        region (Region | Unset): The jurisdiction that the owner declares.
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainList
     """


    return sync_detailed(
        client=client,
status=status,
q=q,
group_id=group_id,
region=region,
limit=limit,
cursor=cursor,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    status: DomainStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    group_id: str | Unset = UNSET,
    region: Region | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> Response[DomainList]:
    """ List the workspace's domains

     Newest first. The facets are counted with all filters except `status`. For any member.
    Follow the `Link` header for the next page; 400 names the invalid filter.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        status (DomainStatus | Unset): `pending`: not verified yet. `verified`: the proof was
            found. `failed`: three checks in a
            row no longer found the proof.
        q (str | Unset):
        group_id (str | Unset):
        region (Region | Unset): The jurisdiction that the owner declares.
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainList]
     """


    kwargs = _get_kwargs(
        status=status,
q=q,
group_id=group_id,
region=region,
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
    status: DomainStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    group_id: str | Unset = UNSET,
    region: Region | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,

) -> DomainList:
    """ List the workspace's domains

     Newest first. The facets are counted with all filters except `status`. For any member.
    Follow the `Link` header for the next page; 400 names the invalid filter.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        status (DomainStatus | Unset): `pending`: not verified yet. `verified`: the proof was
            found. `failed`: three checks in a
            row no longer found the proof.
        q (str | Unset):
        group_id (str | Unset):
        region (Region | Unset): The jurisdiction that the owner declares.
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainList
     """


    return (await asyncio_detailed(
        client=client,
status=status,
q=q,
group_id=group_id,
region=region,
limit=limit,
cursor=cursor,

    )).parsed

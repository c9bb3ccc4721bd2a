from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.banner_version import BannerVersion
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    domain_id: str,
    *,
    limit: int | Unset = 20,
    cursor: int | Unset = UNSET,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/domains/{domain_id}/banner/versions".format(domain_id=quote(str(domain_id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> list[BannerVersion]:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in (_response_200):
            response_200_item = BannerVersion.from_dict(response_200_item_data)



            response_200.append(response_200_item)

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[list[BannerVersion]]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 20,
    cursor: int | Unset = UNSET,

) -> Response[list[BannerVersion]]:
    """ List the published versions of a domain's banner

     Newest first. The receipts of a version contain its digests. For any member. To return to an
    earlier version, save its content as the draft, then publish the draft.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        limit (int | Unset):  Default: 20.
        cursor (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[BannerVersion]]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
limit=limit,
cursor=cursor,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 20,
    cursor: int | Unset = UNSET,

) -> list[BannerVersion]:
    """ List the published versions of a domain's banner

     Newest first. The receipts of a version contain its digests. For any member. To return to an
    earlier version, save its content as the draft, then publish the draft.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        limit (int | Unset):  Default: 20.
        cursor (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[BannerVersion]
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,
limit=limit,
cursor=cursor,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 20,
    cursor: int | Unset = UNSET,

) -> Response[list[BannerVersion]]:
    """ List the published versions of a domain's banner

     Newest first. The receipts of a version contain its digests. For any member. To return to an
    earlier version, save its content as the draft, then publish the draft.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        limit (int | Unset):  Default: 20.
        cursor (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[BannerVersion]]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
limit=limit,
cursor=cursor,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 20,
    cursor: int | Unset = UNSET,

) -> list[BannerVersion]:
    """ List the published versions of a domain's banner

     Newest first. The receipts of a version contain its digests. For any member. To return to an
    earlier version, save its content as the draft, then publish the draft.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        limit (int | Unset):  Default: 20.
        cursor (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[BannerVersion]
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,
limit=limit,
cursor=cursor,

    )).parsed

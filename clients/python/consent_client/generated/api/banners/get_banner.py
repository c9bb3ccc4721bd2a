from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.banner_document import BannerDocument
from typing import cast



def _get_kwargs(
    domain_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/domains/{domain_id}/banner".format(domain_id=quote(str(domain_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BannerDocument:
    if response.status_code == 200:
        response_200 = BannerDocument.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[BannerDocument]:
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

) -> Response[BannerDocument]:
    """ Read the draft of a domain's banner

     The draft or, if there is none, the published version or the default banner; see `state`.
    Send the `ETag` as `If-Match` when you save a change.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerDocument]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    *,
    client: AuthenticatedClient,

) -> BannerDocument:
    """ Read the draft of a domain's banner

     The draft or, if there is none, the published version or the default banner; see `state`.
    Send the `ETag` as `If-Match` when you save a change.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerDocument
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[BannerDocument]:
    """ Read the draft of a domain's banner

     The draft or, if there is none, the published version or the default banner; see `state`.
    Send the `ETag` as `If-Match` when you save a change.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerDocument]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    *,
    client: AuthenticatedClient,

) -> BannerDocument:
    """ Read the draft of a domain's banner

     The draft or, if there is none, the published version or the default banner; see `state`.
    Send the `ETag` as `If-Match` when you save a change.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerDocument
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,

    )).parsed

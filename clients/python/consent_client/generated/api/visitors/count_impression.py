from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors




def _get_kwargs(
    domain_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/public/domains/{domain_id}/impressions".format(domain_id=quote(str(domain_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any:
    if response.status_code == 204:
        return None

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,

) -> Response[Any]:
    """ Count that a banner was shown

     The body is ignored. The impression is counted for the currently published version, by hour
    and class of device; nothing about the visitor is stored. If the domain's setting
    `countImpressions` is off, nothing is counted, and the response is the same.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    429: 600 a minute from one address for one domain. Do not retry.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,

) -> Response[Any]:
    """ Count that a banner was shown

     The body is ignored. The impression is counted for the currently published version, by hour
    and class of device; nothing about the visitor is stored. If the domain's setting
    `countImpressions` is off, nothing is counted, and the response is the same.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    429: 600 a minute from one address for one domain. Do not retry.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

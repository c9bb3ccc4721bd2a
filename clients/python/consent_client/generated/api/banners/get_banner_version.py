from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.whole_banner_version import WholeBannerVersion
from typing import cast



def _get_kwargs(
    domain_id: str,
    version: int,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/domains/{domain_id}/banner/versions/{version}".format(domain_id=quote(str(domain_id), safe=""),version=quote(str(version), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> WholeBannerVersion:
    if response.status_code == 200:
        response_200 = WholeBannerVersion.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[WholeBannerVersion]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    domain_id: str,
    version: int,
    *,
    client: AuthenticatedClient,

) -> Response[WholeBannerVersion]:
    """ Show a published version of a domain's banner

     What visitors were shown, in every language. For any member. 404 if that version was never
    published.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        version (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WholeBannerVersion]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
version=version,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    version: int,
    *,
    client: AuthenticatedClient,

) -> WholeBannerVersion:
    """ Show a published version of a domain's banner

     What visitors were shown, in every language. For any member. 404 if that version was never
    published.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        version (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WholeBannerVersion
     """


    return sync_detailed(
        domain_id=domain_id,
version=version,
client=client,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    version: int,
    *,
    client: AuthenticatedClient,

) -> Response[WholeBannerVersion]:
    """ Show a published version of a domain's banner

     What visitors were shown, in every language. For any member. 404 if that version was never
    published.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        version (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WholeBannerVersion]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
version=version,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    version: int,
    *,
    client: AuthenticatedClient,

) -> WholeBannerVersion:
    """ Show a published version of a domain's banner

     What visitors were shown, in every language. For any member. 404 if that version was never
    published.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        version (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WholeBannerVersion
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
version=version,
client=client,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.compliance import Compliance
from typing import cast



def _get_kwargs(
    domain_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/domains/{domain_id}/compliance".format(domain_id=quote(str(domain_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Compliance:
    if response.status_code == 200:
        response_200 = Compliance.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Compliance]:
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

) -> Response[Compliance]:
    """ Read a domain's compliance score and findings

     100 minus the weights of the findings, computed from the published banner or, if there is
    none, from the draft or the default banner. It is based on the rules that applied to
    visitors in the last 30 days; without visitors, on that of the declared region; without one,
    on the strictest (`rules`).

    For any member. Each finding has a `remedy`. Titles, remedies and names are in the language
    of `Accept-Language`, in English by default.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Compliance]
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

) -> Compliance:
    """ Read a domain's compliance score and findings

     100 minus the weights of the findings, computed from the published banner or, if there is
    none, from the draft or the default banner. It is based on the rules that applied to
    visitors in the last 30 days; without visitors, on that of the declared region; without one,
    on the strictest (`rules`).

    For any member. Each finding has a `remedy`. Titles, remedies and names are in the language
    of `Accept-Language`, in English by default.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Compliance
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[Compliance]:
    """ Read a domain's compliance score and findings

     100 minus the weights of the findings, computed from the published banner or, if there is
    none, from the draft or the default banner. It is based on the rules that applied to
    visitors in the last 30 days; without visitors, on that of the declared region; without one,
    on the strictest (`rules`).

    For any member. Each finding has a `remedy`. Titles, remedies and names are in the language
    of `Accept-Language`, in English by default.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Compliance]
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

) -> Compliance:
    """ Read a domain's compliance score and findings

     100 minus the weights of the findings, computed from the published banner or, if there is
    none, from the draft or the default banner. It is based on the rules that applied to
    visitors in the last 30 days; without visitors, on that of the declared region; without one,
    on the strictest (`rules`).

    For any member. Each finding has a `remedy`. Titles, remedies and names are in the language
    of `Accept-Language`, in English by default.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Compliance
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,

    )).parsed

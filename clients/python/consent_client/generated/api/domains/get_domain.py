from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.domain import Domain
from typing import cast



def _get_kwargs(
    domain_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/domains/{domain_id}".format(domain_id=quote(str(domain_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Domain:
    if response.status_code == 200:
        response_200 = Domain.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Domain]:
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

) -> Response[Domain]:
    """ Read a domain

     One domain with its verification state, its current compliance score, and how the plan
    counts it. For any member. 404 if the id is unknown or belongs to another workspace.
    `verifyReason` is in the language of `Accept-Language`, in English by default, in every
    response with a domain.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Domain]
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

) -> Domain:
    """ Read a domain

     One domain with its verification state, its current compliance score, and how the plan
    counts it. For any member. 404 if the id is unknown or belongs to another workspace.
    `verifyReason` is in the language of `Accept-Language`, in English by default, in every
    response with a domain.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Domain
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[Domain]:
    """ Read a domain

     One domain with its verification state, its current compliance score, and how the plan
    counts it. For any member. 404 if the id is unknown or belongs to another workspace.
    `verifyReason` is in the language of `Accept-Language`, in English by default, in every
    response with a domain.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Domain]
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

) -> Domain:
    """ Read a domain

     One domain with its verification state, its current compliance score, and how the plan
    counts it. For any member. 404 if the id is unknown or belongs to another workspace.
    `verifyReason` is in the language of `Accept-Language`, in English by default, in every
    response with a domain.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Domain
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,

    )).parsed

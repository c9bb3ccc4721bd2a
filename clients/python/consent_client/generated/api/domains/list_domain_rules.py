from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.domain_rule import DomainRule
from typing import cast



def _get_kwargs(
    domain_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/domains/{domain_id}/rules".format(domain_id=quote(str(domain_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> list[DomainRule]:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in (_response_200):
            response_200_item = DomainRule.from_dict(response_200_item_data)



            response_200.append(response_200_item)

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[list[DomainRule]]:
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

) -> Response[list[DomainRule]]:
    """ List the rules for a domain's visitors

     Every rule that applies somewhere today, by id, with its source and the workspace's override
    on this domain. docs/jurisdictions.md describes which rule applies to which visitor. Names
    are in the language of `Accept-Language`, in English by default. For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[DomainRule]]
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

) -> list[DomainRule]:
    """ List the rules for a domain's visitors

     Every rule that applies somewhere today, by id, with its source and the workspace's override
    on this domain. docs/jurisdictions.md describes which rule applies to which visitor. Names
    are in the language of `Accept-Language`, in English by default. For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[DomainRule]
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[list[DomainRule]]:
    """ List the rules for a domain's visitors

     Every rule that applies somewhere today, by id, with its source and the workspace's override
    on this domain. docs/jurisdictions.md describes which rule applies to which visitor. Names
    are in the language of `Accept-Language`, in English by default. For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[DomainRule]]
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

) -> list[DomainRule]:
    """ List the rules for a domain's visitors

     Every rule that applies somewhere today, by id, with its source and the workspace's override
    on this domain. docs/jurisdictions.md describes which rule applies to which visitor. Names
    are in the language of `Accept-Language`, in English by default. For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[DomainRule]
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,

    )).parsed

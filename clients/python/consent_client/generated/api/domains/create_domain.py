from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.domain import Domain
from ...models.domain_request import DomainRequest
from typing import cast



def _get_kwargs(
    *,
    body: DomainRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/domains",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Domain:
    if response.status_code == 201:
        response_201 = Domain.from_dict(response.json())



        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Domain]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: DomainRequest,

) -> Response[Domain]:
    """ Add a domain

     International hostnames are accepted and stored as A-labels. Addresses, single labels,
    public suffixes, ports, paths and wildcards are refused with the reason.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan covers no further domain;
    upgrade, or delete one. 409 `hostname_taken`: the workspace already has it, see `GET
    /v1/domains`. 409 `quota_exceeded`: verify or delete some unverified domains.

    429: 300 an hour per workspace, and 120 changes a minute per person.

    Args:
        body (DomainRequest): The domain to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Domain]
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
    body: DomainRequest,

) -> Domain:
    """ Add a domain

     International hostnames are accepted and stored as A-labels. Addresses, single labels,
    public suffixes, ports, paths and wildcards are refused with the reason.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan covers no further domain;
    upgrade, or delete one. 409 `hostname_taken`: the workspace already has it, see `GET
    /v1/domains`. 409 `quota_exceeded`: verify or delete some unverified domains.

    429: 300 an hour per workspace, and 120 changes a minute per person.

    Args:
        body (DomainRequest): The domain to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Domain
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: DomainRequest,

) -> Response[Domain]:
    """ Add a domain

     International hostnames are accepted and stored as A-labels. Addresses, single labels,
    public suffixes, ports, paths and wildcards are refused with the reason.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan covers no further domain;
    upgrade, or delete one. 409 `hostname_taken`: the workspace already has it, see `GET
    /v1/domains`. 409 `quota_exceeded`: verify or delete some unverified domains.

    429: 300 an hour per workspace, and 120 changes a minute per person.

    Args:
        body (DomainRequest): The domain to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Domain]
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
    body: DomainRequest,

) -> Domain:
    """ Add a domain

     International hostnames are accepted and stored as A-labels. Addresses, single labels,
    public suffixes, ports, paths and wildcards are refused with the reason.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan covers no further domain;
    upgrade, or delete one. 409 `hostname_taken`: the workspace already has it, see `GET
    /v1/domains`. 409 `quota_exceeded`: verify or delete some unverified domains.

    429: 300 an hour per workspace, and 120 changes a minute per person.

    Args:
        body (DomainRequest): The domain to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Domain
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

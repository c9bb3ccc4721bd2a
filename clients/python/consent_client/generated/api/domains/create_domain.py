from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.domain import Domain
from ...models.domain_request import DomainRequest
from ...models.problem import Problem
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



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Domain | Problem | None:
    if response.status_code == 201:
        response_201 = Domain.from_dict(response.json())



        return response_201

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())



        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())



        return response_403

    if response.status_code == 409:
        response_409 = Problem.from_dict(response.json())



        return response_409

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())



        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())



        return response_415

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())



        return response_429

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())



        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Domain | Problem]:
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

) -> Response[Domain | Problem]:
    """ Add a domain

     International hostnames are accepted and kept as A-labels. Addresses, single labels, public
    suffixes, ports, paths and wildcards are refused with the reason.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan covers no further domain;
    upgrade, or delete one. 409 `hostname_taken`: the workspace has it already, see `GET
    /v1/domains`; `quota_exceeded`: verify or delete some of those that are not verified.

    429: 300 an hour of a workspace, and 120 changes a minute of a person.

    Args:
        body (DomainRequest): The site to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Domain | Problem]
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

) -> Domain | Problem | None:
    """ Add a domain

     International hostnames are accepted and kept as A-labels. Addresses, single labels, public
    suffixes, ports, paths and wildcards are refused with the reason.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan covers no further domain;
    upgrade, or delete one. 409 `hostname_taken`: the workspace has it already, see `GET
    /v1/domains`; `quota_exceeded`: verify or delete some of those that are not verified.

    429: 300 an hour of a workspace, and 120 changes a minute of a person.

    Args:
        body (DomainRequest): The site to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Domain | Problem
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: DomainRequest,

) -> Response[Domain | Problem]:
    """ Add a domain

     International hostnames are accepted and kept as A-labels. Addresses, single labels, public
    suffixes, ports, paths and wildcards are refused with the reason.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan covers no further domain;
    upgrade, or delete one. 409 `hostname_taken`: the workspace has it already, see `GET
    /v1/domains`; `quota_exceeded`: verify or delete some of those that are not verified.

    429: 300 an hour of a workspace, and 120 changes a minute of a person.

    Args:
        body (DomainRequest): The site to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Domain | Problem]
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

) -> Domain | Problem | None:
    """ Add a domain

     International hostnames are accepted and kept as A-labels. Addresses, single labels, public
    suffixes, ports, paths and wildcards are refused with the reason.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan covers no further domain;
    upgrade, or delete one. 409 `hostname_taken`: the workspace has it already, see `GET
    /v1/domains`; `quota_exceeded`: verify or delete some of those that are not verified.

    429: 300 an hour of a workspace, and 120 changes a minute of a person.

    Args:
        body (DomainRequest): The site to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Domain | Problem
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

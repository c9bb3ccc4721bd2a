from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.visitor_rule import VisitorRule
from typing import cast



def _get_kwargs(
    domain_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/public/domains/{domain_id}/rule".format(domain_id=quote(str(domain_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> VisitorRule:
    if response.status_code == 200:
        response_200 = VisitorRule.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[VisitorRule]:
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

) -> Response[VisitorRule]:
    """ The rule that applies to one visitor

     Depends on the visitor's place, which comes from a trusted edge's headers or a local
    database. The response is `private`, so shared caches do not serve it to other visitors.
    Request the banner with this `rule` next. Nothing is stored.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    404: the domain does not exist, or nothing is published. Pages of any origin can read these
    errors.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[VisitorRule]
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
    client: AuthenticatedClient | Client,

) -> VisitorRule:
    """ The rule that applies to one visitor

     Depends on the visitor's place, which comes from a trusted edge's headers or a local
    database. The response is `private`, so shared caches do not serve it to other visitors.
    Request the banner with this `rule` next. Nothing is stored.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    404: the domain does not exist, or nothing is published. Pages of any origin can read these
    errors.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        VisitorRule
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,

) -> Response[VisitorRule]:
    """ The rule that applies to one visitor

     Depends on the visitor's place, which comes from a trusted edge's headers or a local
    database. The response is `private`, so shared caches do not serve it to other visitors.
    Request the banner with this `rule` next. Nothing is stored.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    404: the domain does not exist, or nothing is published. Pages of any origin can read these
    errors.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[VisitorRule]
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
    client: AuthenticatedClient | Client,

) -> VisitorRule:
    """ The rule that applies to one visitor

     Depends on the visitor's place, which comes from a trusted edge's headers or a local
    database. The response is `private`, so shared caches do not serve it to other visitors.
    Request the banner with this `rule` next. Nothing is stored.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    404: the domain does not exist, or nothing is published. Pages of any origin can read these
    errors.

    Args:
        domain_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        VisitorRule
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,

    )).parsed

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
        "method": "post",
        "url": "/v1/domains/{domain_id}/verify".format(domain_id=quote(str(domain_id), safe=""),),
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
    """ Verify the domain now

     Looks for the proof with the domain's `verifyMethod`, and checks the site's certificate;
    takes at most six seconds. The result is in the domain: `status`, `verifyReason`, `sslOk`.
    One failed check does not change the state of a verified domain; three failed regular checks
    in a row do. 429: 6 checks a minute per domain, 60 per workspace. 503: too many domains are
    being checked; try again shortly.

    For admins and owners.

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
    """ Verify the domain now

     Looks for the proof with the domain's `verifyMethod`, and checks the site's certificate;
    takes at most six seconds. The result is in the domain: `status`, `verifyReason`, `sslOk`.
    One failed check does not change the state of a verified domain; three failed regular checks
    in a row do. 429: 6 checks a minute per domain, 60 per workspace. 503: too many domains are
    being checked; try again shortly.

    For admins and owners.

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
    """ Verify the domain now

     Looks for the proof with the domain's `verifyMethod`, and checks the site's certificate;
    takes at most six seconds. The result is in the domain: `status`, `verifyReason`, `sslOk`.
    One failed check does not change the state of a verified domain; three failed regular checks
    in a row do. 429: 6 checks a minute per domain, 60 per workspace. 503: too many domains are
    being checked; try again shortly.

    For admins and owners.

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
    """ Verify the domain now

     Looks for the proof with the domain's `verifyMethod`, and checks the site's certificate;
    takes at most six seconds. The result is in the domain: `status`, `verifyReason`, `sslOk`.
    One failed check does not change the state of a verified domain; three failed regular checks
    in a row do. 429: 6 checks a minute per domain, 60 per workspace. 503: too many domains are
    being checked; try again shortly.

    For admins and owners.

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

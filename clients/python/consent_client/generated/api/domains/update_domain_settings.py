from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.domain_settings import DomainSettings
from ...models.domain_settings_changes import DomainSettingsChanges
from typing import cast



def _get_kwargs(
    domain_id: str,
    *,
    body: DomainSettingsChanges,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/v1/domains/{domain_id}/settings".format(domain_id=quote(str(domain_id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> DomainSettings:
    if response.status_code == 200:
        response_200 = DomainSettings.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[DomainSettings]:
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
    body: DomainSettingsChanges,

) -> Response[DomainSettings]:
    """ Change the visitor settings of a domain

     Members that you leave out stay unchanged. Changes take effect without publishing, within a
    minute or two.

    For admins and owners.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        body (DomainSettingsChanges): Members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainSettings]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: DomainSettingsChanges,

) -> DomainSettings:
    """ Change the visitor settings of a domain

     Members that you leave out stay unchanged. Changes take effect without publishing, within a
    minute or two.

    For admins and owners.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        body (DomainSettingsChanges): Members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainSettings
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: DomainSettingsChanges,

) -> Response[DomainSettings]:
    """ Change the visitor settings of a domain

     Members that you leave out stay unchanged. Changes take effect without publishing, within a
    minute or two.

    For admins and owners.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        body (DomainSettingsChanges): Members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainSettings]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: DomainSettingsChanges,

) -> DomainSettings:
    """ Change the visitor settings of a domain

     Members that you leave out stay unchanged. Changes take effect without publishing, within a
    minute or two.

    For admins and owners.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        body (DomainSettingsChanges): Members that you leave out stay unchanged.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainSettings
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,
body=body,

    )).parsed

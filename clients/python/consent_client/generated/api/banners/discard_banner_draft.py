from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...types import UNSET, Unset



def _get_kwargs(
    domain_id: str,
    *,
    if_match: str | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match







    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/v1/domains/{domain_id}/banner".format(domain_id=quote(str(domain_id), safe=""),),
    }


    _kwargs["headers"] = headers
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
    client: AuthenticatedClient,
    if_match: str | Unset = UNSET,

) -> Response[Any]:
    """ Discard the draft of a domain's banner

     The published version stays. 404 if there is no draft. For admins and owners. 412
    `precondition_failed`: somebody has changed the draft since you read it; read it again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
if_match=if_match,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    if_match: str | Unset = UNSET,

) -> Response[Any]:
    """ Discard the draft of a domain's banner

     The published version stays. 404 if there is no draft. For admins and owners. 412
    `precondition_failed`: somebody has changed the draft since you read it; read it again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
if_match=if_match,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.visitor_receipts import VisitorReceipts
from typing import cast



def _get_kwargs(
    consent_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/consent-events/{consent_id}/erasure".format(consent_id=quote(str(consent_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> VisitorReceipts:
    if response.status_code == 200:
        response_200 = VisitorReceipts.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[VisitorReceipts]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    consent_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[VisitorReceipts]:
    """ Find a visitor's receipts

     Deletes nothing. `linked` is the number of receipts that are linked to one another and
    belong to one visitor, including this one; `linkedIds` names them, to answer a visitor who
    asks what is stored. `sameAddress` is the number of other receipts with the same hash of an
    address. A whole office or family can share an address, so check before you erase those too.

    For admins and owners. 404: the workspace does not have this receipt.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[VisitorReceipts]
     """


    kwargs = _get_kwargs(
        consent_id=consent_id,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    consent_id: str,
    *,
    client: AuthenticatedClient,

) -> VisitorReceipts:
    """ Find a visitor's receipts

     Deletes nothing. `linked` is the number of receipts that are linked to one another and
    belong to one visitor, including this one; `linkedIds` names them, to answer a visitor who
    asks what is stored. `sameAddress` is the number of other receipts with the same hash of an
    address. A whole office or family can share an address, so check before you erase those too.

    For admins and owners. 404: the workspace does not have this receipt.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        VisitorReceipts
     """


    return sync_detailed(
        consent_id=consent_id,
client=client,

    ).parsed

async def asyncio_detailed(
    consent_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[VisitorReceipts]:
    """ Find a visitor's receipts

     Deletes nothing. `linked` is the number of receipts that are linked to one another and
    belong to one visitor, including this one; `linkedIds` names them, to answer a visitor who
    asks what is stored. `sameAddress` is the number of other receipts with the same hash of an
    address. A whole office or family can share an address, so check before you erase those too.

    For admins and owners. 404: the workspace does not have this receipt.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[VisitorReceipts]
     """


    kwargs = _get_kwargs(
        consent_id=consent_id,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    consent_id: str,
    *,
    client: AuthenticatedClient,

) -> VisitorReceipts:
    """ Find a visitor's receipts

     Deletes nothing. `linked` is the number of receipts that are linked to one another and
    belong to one visitor, including this one; `linkedIds` names them, to answer a visitor who
    asks what is stored. `sameAddress` is the number of other receipts with the same hash of an
    address. A whole office or family can share an address, so check before you erase those too.

    For admins and owners. 404: the workspace does not have this receipt.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        VisitorReceipts
     """


    return (await asyncio_detailed(
        consent_id=consent_id,
client=client,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.erasure_request import ErasureRequest
from ...models.receipts_erased import ReceiptsErased
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    consent_id: str,
    *,
    body: ErasureRequest | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/consent-events/{consent_id}/erasure".format(consent_id=quote(str(consent_id), safe=""),),
    }


    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ReceiptsErased:
    if response.status_code == 200:
        response_200 = ReceiptsErased.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ReceiptsErased]:
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
    body: ErasureRequest | Unset = UNSET,

) -> Response[ReceiptsErased]:
    """ Erase one visitor's receipts

     Permanently deletes the receipt and those linked to it; with `sameAddress` also all other
    receipts with the same hash of an address, including other people's. Hourly counts stay. The
    audit log records the receipt's id and how many were deleted.

    For admins and owners. 404: the workspace does not have this receipt, or it is already
    erased.

    429: 120 a minute per person, 600 per workspace.

    Args:
        consent_id (str):
        body (ErasureRequest | Unset): Which receipts to erase.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReceiptsErased]
     """


    kwargs = _get_kwargs(
        consent_id=consent_id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    consent_id: str,
    *,
    client: AuthenticatedClient,
    body: ErasureRequest | Unset = UNSET,

) -> ReceiptsErased:
    """ Erase one visitor's receipts

     Permanently deletes the receipt and those linked to it; with `sameAddress` also all other
    receipts with the same hash of an address, including other people's. Hourly counts stay. The
    audit log records the receipt's id and how many were deleted.

    For admins and owners. 404: the workspace does not have this receipt, or it is already
    erased.

    429: 120 a minute per person, 600 per workspace.

    Args:
        consent_id (str):
        body (ErasureRequest | Unset): Which receipts to erase.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReceiptsErased
     """


    return sync_detailed(
        consent_id=consent_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    consent_id: str,
    *,
    client: AuthenticatedClient,
    body: ErasureRequest | Unset = UNSET,

) -> Response[ReceiptsErased]:
    """ Erase one visitor's receipts

     Permanently deletes the receipt and those linked to it; with `sameAddress` also all other
    receipts with the same hash of an address, including other people's. Hourly counts stay. The
    audit log records the receipt's id and how many were deleted.

    For admins and owners. 404: the workspace does not have this receipt, or it is already
    erased.

    429: 120 a minute per person, 600 per workspace.

    Args:
        consent_id (str):
        body (ErasureRequest | Unset): Which receipts to erase.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReceiptsErased]
     """


    kwargs = _get_kwargs(
        consent_id=consent_id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    consent_id: str,
    *,
    client: AuthenticatedClient,
    body: ErasureRequest | Unset = UNSET,

) -> ReceiptsErased:
    """ Erase one visitor's receipts

     Permanently deletes the receipt and those linked to it; with `sameAddress` also all other
    receipts with the same hash of an address, including other people's. Hourly counts stay. The
    audit log records the receipt's id and how many were deleted.

    For admins and owners. 404: the workspace does not have this receipt, or it is already
    erased.

    429: 120 a minute per person, 600 per workspace.

    Args:
        consent_id (str):
        body (ErasureRequest | Unset): Which receipts to erase.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReceiptsErased
     """


    return (await asyncio_detailed(
        consent_id=consent_id,
client=client,
body=body,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.receipt_proof import ReceiptProof
from typing import cast



def _get_kwargs(
    consent_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/api/consent-events/{consent_id}".format(consent_id=quote(str(consent_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ReceiptProof:
    if response.status_code == 200:
        response_200 = ReceiptProof.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ReceiptProof]:
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

) -> Response[ReceiptProof]:
    """ Read one receipt with its proof

     The receipt, all its stored details, and the wording as it was shown.

    Scope `consents:read`: 403 without it. A suspended workspace's keys can still read.

    429: 600 a minute per key, 3000 for all keys of a workspace.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReceiptProof]
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

) -> ReceiptProof:
    """ Read one receipt with its proof

     The receipt, all its stored details, and the wording as it was shown.

    Scope `consents:read`: 403 without it. A suspended workspace's keys can still read.

    429: 600 a minute per key, 3000 for all keys of a workspace.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReceiptProof
     """


    return sync_detailed(
        consent_id=consent_id,
client=client,

    ).parsed

async def asyncio_detailed(
    consent_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[ReceiptProof]:
    """ Read one receipt with its proof

     The receipt, all its stored details, and the wording as it was shown.

    Scope `consents:read`: 403 without it. A suspended workspace's keys can still read.

    429: 600 a minute per key, 3000 for all keys of a workspace.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReceiptProof]
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

) -> ReceiptProof:
    """ Read one receipt with its proof

     The receipt, all its stored details, and the wording as it was shown.

    Scope `consents:read`: 403 without it. A suspended workspace's keys can still read.

    429: 600 a minute per key, 3000 for all keys of a workspace.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReceiptProof
     """


    return (await asyncio_detailed(
        consent_id=consent_id,
client=client,

    )).parsed

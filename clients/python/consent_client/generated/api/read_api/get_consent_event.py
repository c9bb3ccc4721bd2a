from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.problem import Problem
from ...models.receipt_proof import ReceiptProof
from typing import cast
from uuid import UUID



def _get_kwargs(
    consent_id: UUID,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/api/consent-events/{consent_id}".format(consent_id=quote(str(consent_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | ReceiptProof | None:
    if response.status_code == 200:
        response_200 = ReceiptProof.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())



        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())



        return response_403

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())



        return response_404

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | ReceiptProof]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    consent_id: UUID,
    *,
    client: AuthenticatedClient,

) -> Response[Problem | ReceiptProof]:
    """ Read one receipt with its whole proof

     The receipt, everything that is kept beside it, and the wording as it was shown.

    Scope `consents:read`: 403 without it. A suspended workspace's keys go on reading.

    429: 600 a minute of a key, 3000 of a workspace's keys.

    Args:
        consent_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | ReceiptProof]
     """


    kwargs = _get_kwargs(
        consent_id=consent_id,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    consent_id: UUID,
    *,
    client: AuthenticatedClient,

) -> Problem | ReceiptProof | None:
    """ Read one receipt with its whole proof

     The receipt, everything that is kept beside it, and the wording as it was shown.

    Scope `consents:read`: 403 without it. A suspended workspace's keys go on reading.

    429: 600 a minute of a key, 3000 of a workspace's keys.

    Args:
        consent_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | ReceiptProof
     """


    return sync_detailed(
        consent_id=consent_id,
client=client,

    ).parsed

async def asyncio_detailed(
    consent_id: UUID,
    *,
    client: AuthenticatedClient,

) -> Response[Problem | ReceiptProof]:
    """ Read one receipt with its whole proof

     The receipt, everything that is kept beside it, and the wording as it was shown.

    Scope `consents:read`: 403 without it. A suspended workspace's keys go on reading.

    429: 600 a minute of a key, 3000 of a workspace's keys.

    Args:
        consent_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | ReceiptProof]
     """


    kwargs = _get_kwargs(
        consent_id=consent_id,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    consent_id: UUID,
    *,
    client: AuthenticatedClient,

) -> Problem | ReceiptProof | None:
    """ Read one receipt with its whole proof

     The receipt, everything that is kept beside it, and the wording as it was shown.

    Scope `consents:read`: 403 without it. A suspended workspace's keys go on reading.

    429: 600 a minute of a key, 3000 of a workspace's keys.

    Args:
        consent_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | ReceiptProof
     """


    return (await asyncio_detailed(
        consent_id=consent_id,
client=client,

    )).parsed

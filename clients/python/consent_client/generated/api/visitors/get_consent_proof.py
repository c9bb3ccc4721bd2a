from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.consent_proof import ConsentProof
from typing import cast



def _get_kwargs(
    consent_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/public/consents/{consent_id}".format(consent_id=quote(str(consent_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ConsentProof:
    if response.status_code == 200:
        response_200 = ConsentProof.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ConsentProof]:
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

) -> Response[ConsentProof]:
    """ Show visitors their receipt

     The receipt with its stored details, except for the visitor hash and the user agent, for the
    holder of its proof token. A missing receipt and a token of another receipt get the same
    response.

    401: the token belongs to another receipt, or the receipt's retention has ended.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ConsentProof]
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

) -> ConsentProof:
    """ Show visitors their receipt

     The receipt with its stored details, except for the visitor hash and the user agent, for the
    holder of its proof token. A missing receipt and a token of another receipt get the same
    response.

    401: the token belongs to another receipt, or the receipt's retention has ended.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ConsentProof
     """


    return sync_detailed(
        consent_id=consent_id,
client=client,

    ).parsed

async def asyncio_detailed(
    consent_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[ConsentProof]:
    """ Show visitors their receipt

     The receipt with its stored details, except for the visitor hash and the user agent, for the
    holder of its proof token. A missing receipt and a token of another receipt get the same
    response.

    401: the token belongs to another receipt, or the receipt's retention has ended.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ConsentProof]
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

) -> ConsentProof:
    """ Show visitors their receipt

     The receipt with its stored details, except for the visitor hash and the user agent, for the
    holder of its proof token. A missing receipt and a token of another receipt get the same
    response.

    401: the token belongs to another receipt, or the receipt's retention has ended.

    Args:
        consent_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ConsentProof
     """


    return (await asyncio_detailed(
        consent_id=consent_id,
client=client,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.export_manifest import ExportManifest
from typing import cast



def _get_kwargs(
    manifest_id: str,

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/export-manifests/{manifest_id}".format(manifest_id=quote(str(manifest_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ExportManifest:
    if response.status_code == 200:
        response_200 = ExportManifest.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ExportManifest]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    manifest_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[ExportManifest]:
    """ Read an export's manifest

     Available from the export's last byte until a day after the export began; before and after,
    the response is 404.
    `sha256` and `size` are those of the body before any `Content-Encoding`.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        manifest_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ExportManifest]
     """


    kwargs = _get_kwargs(
        manifest_id=manifest_id,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    manifest_id: str,
    *,
    client: AuthenticatedClient,

) -> ExportManifest:
    """ Read an export's manifest

     Available from the export's last byte until a day after the export began; before and after,
    the response is 404.
    `sha256` and `size` are those of the body before any `Content-Encoding`.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        manifest_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ExportManifest
     """


    return sync_detailed(
        manifest_id=manifest_id,
client=client,

    ).parsed

async def asyncio_detailed(
    manifest_id: str,
    *,
    client: AuthenticatedClient,

) -> Response[ExportManifest]:
    """ Read an export's manifest

     Available from the export's last byte until a day after the export began; before and after,
    the response is 404.
    `sha256` and `size` are those of the body before any `Content-Encoding`.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        manifest_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ExportManifest]
     """


    kwargs = _get_kwargs(
        manifest_id=manifest_id,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    manifest_id: str,
    *,
    client: AuthenticatedClient,

) -> ExportManifest:
    """ Read an export's manifest

     Available from the export's last byte until a day after the export began; before and after,
    the response is 404.
    `sha256` and `size` are those of the body before any `Content-Encoding`.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        manifest_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ExportManifest
     """


    return (await asyncio_detailed(
        manifest_id=manifest_id,
client=client,

    )).parsed

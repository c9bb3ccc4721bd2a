from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.leaked_key import LeakedKey
from typing import cast



def _get_kwargs(
    *,
    body: list[LeakedKey],

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/public/leaked-keys",
    }

    _kwargs["json"] = []
    for body_item_data in body:
        body_item = body_item_data.to_dict()
        _kwargs["json"].append(body_item)



    headers["Content-Type"] = "application/json"

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
    *,
    client: AuthenticatedClient | Client,
    body: list[LeakedKey],

) -> Response[Any]:
    """ Report API keys that were found in public

     For secret scanners, in their report format, and for anyone who finds a key. Each valid key
    is revoked immediately and its workspace's owners get an email; `url` and `source` are
    recorded in the workspace's audit log. Keys begin with `cmk_` and end in a checksum.

    It needs no credential: a request with the key proves that it has leaked. The response is
    always the same. 429: 60 reports a minute from one address.

    Args:
        body (list[LeakedKey]): The keys that were found.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: list[LeakedKey],

) -> Response[Any]:
    """ Report API keys that were found in public

     For secret scanners, in their report format, and for anyone who finds a key. Each valid key
    is revoked immediately and its workspace's owners get an email; `url` and `source` are
    recorded in the workspace's audit log. Keys begin with `cmk_` and end in a checksum.

    It needs no credential: a request with the key proves that it has leaked. The response is
    always the same. 429: 60 reports a minute from one address.

    Args:
        body (list[LeakedKey]): The keys that were found.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

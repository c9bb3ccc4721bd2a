from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.api_key_request import ApiKeyRequest
from ...models.created_api_key import CreatedApiKey
from typing import cast



def _get_kwargs(
    *,
    body: ApiKeyRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/api-keys",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> CreatedApiKey:
    if response.status_code == 201:
        response_201 = CreatedApiKey.from_dict(response.json())



        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[CreatedApiKey]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: ApiKeyRequest,

) -> Response[CreatedApiKey]:
    """ Create an API key

     The key is shown only in this response; only its hash is stored. It belongs to the
    workspace, and still works if its creator leaves. Without `scopes` it can read both receipts
    and domains. The owners are notified by email.

    For admins and owners. 409 `quota_exceeded`: revoke a key first. Keep the key in a secret
    store; if you lose it, revoke and replace it.

    429: 60 an hour per workspace, and 120 changes a minute per person.

    Args:
        body (ApiKeyRequest): The key to create. Without `scopes` it gets both scopes.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedApiKey]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    body: ApiKeyRequest,

) -> CreatedApiKey:
    """ Create an API key

     The key is shown only in this response; only its hash is stored. It belongs to the
    workspace, and still works if its creator leaves. Without `scopes` it can read both receipts
    and domains. The owners are notified by email.

    For admins and owners. 409 `quota_exceeded`: revoke a key first. Keep the key in a secret
    store; if you lose it, revoke and replace it.

    429: 60 an hour per workspace, and 120 changes a minute per person.

    Args:
        body (ApiKeyRequest): The key to create. Without `scopes` it gets both scopes.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreatedApiKey
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: ApiKeyRequest,

) -> Response[CreatedApiKey]:
    """ Create an API key

     The key is shown only in this response; only its hash is stored. It belongs to the
    workspace, and still works if its creator leaves. Without `scopes` it can read both receipts
    and domains. The owners are notified by email.

    For admins and owners. 409 `quota_exceeded`: revoke a key first. Keep the key in a secret
    store; if you lose it, revoke and replace it.

    429: 60 an hour per workspace, and 120 changes a minute per person.

    Args:
        body (ApiKeyRequest): The key to create. Without `scopes` it gets both scopes.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedApiKey]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    body: ApiKeyRequest,

) -> CreatedApiKey:
    """ Create an API key

     The key is shown only in this response; only its hash is stored. It belongs to the
    workspace, and still works if its creator leaves. Without `scopes` it can read both receipts
    and domains. The owners are notified by email.

    For admins and owners. 409 `quota_exceeded`: revoke a key first. Keep the key in a secret
    store; if you lose it, revoke and replace it.

    429: 60 an hour per workspace, and 120 changes a minute per person.

    Args:
        body (ApiKeyRequest): The key to create. Without `scopes` it gets both scopes.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreatedApiKey
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.identity_provider_begin_request import IdentityProviderBeginRequest
from ...models.identity_provider_beginning import IdentityProviderBeginning
from typing import cast



def _get_kwargs(
    *,
    body: IdentityProviderBeginRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/identity-provider/authorization",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> IdentityProviderBeginning:
    if response.status_code == 200:
        response_200 = IdentityProviderBeginning.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[IdentityProviderBeginning]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: IdentityProviderBeginRequest,

) -> Response[IdentityProviderBeginning]:
    """ Begin a sign-in at an identity provider

     Send the person to `authorizationUrl`. Store `state` and `signInToken` where only this
    browser tab can read them (`sessionStorage`). The provider sends the person back to
    `/sign-in/provider` of the public origin, with `state` and `code`, or with `state` and
    `error`, in the query or in the fragment. Compare `state`, then send the code to `POST
    /v1/auth/identity-provider/code` within ten minutes.

    The code is bound to this sign-in by PKCE, a nonce and `state`. An intercepted code is useless.

    404 `not_found`: the server does not offer this provider. 503
    `identity_provider_unavailable`: it does not respond; sign in with a password. 429: 120 a
    minute from one address.

    Args:
        body (IdentityProviderBeginRequest): The provider, and the workspace to sign in to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IdentityProviderBeginning]
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
    client: AuthenticatedClient | Client,
    body: IdentityProviderBeginRequest,

) -> IdentityProviderBeginning:
    """ Begin a sign-in at an identity provider

     Send the person to `authorizationUrl`. Store `state` and `signInToken` where only this
    browser tab can read them (`sessionStorage`). The provider sends the person back to
    `/sign-in/provider` of the public origin, with `state` and `code`, or with `state` and
    `error`, in the query or in the fragment. Compare `state`, then send the code to `POST
    /v1/auth/identity-provider/code` within ten minutes.

    The code is bound to this sign-in by PKCE, a nonce and `state`. An intercepted code is useless.

    404 `not_found`: the server does not offer this provider. 503
    `identity_provider_unavailable`: it does not respond; sign in with a password. 429: 120 a
    minute from one address.

    Args:
        body (IdentityProviderBeginRequest): The provider, and the workspace to sign in to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IdentityProviderBeginning
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: IdentityProviderBeginRequest,

) -> Response[IdentityProviderBeginning]:
    """ Begin a sign-in at an identity provider

     Send the person to `authorizationUrl`. Store `state` and `signInToken` where only this
    browser tab can read them (`sessionStorage`). The provider sends the person back to
    `/sign-in/provider` of the public origin, with `state` and `code`, or with `state` and
    `error`, in the query or in the fragment. Compare `state`, then send the code to `POST
    /v1/auth/identity-provider/code` within ten minutes.

    The code is bound to this sign-in by PKCE, a nonce and `state`. An intercepted code is useless.

    404 `not_found`: the server does not offer this provider. 503
    `identity_provider_unavailable`: it does not respond; sign in with a password. 429: 120 a
    minute from one address.

    Args:
        body (IdentityProviderBeginRequest): The provider, and the workspace to sign in to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IdentityProviderBeginning]
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
    client: AuthenticatedClient | Client,
    body: IdentityProviderBeginRequest,

) -> IdentityProviderBeginning:
    """ Begin a sign-in at an identity provider

     Send the person to `authorizationUrl`. Store `state` and `signInToken` where only this
    browser tab can read them (`sessionStorage`). The provider sends the person back to
    `/sign-in/provider` of the public origin, with `state` and `code`, or with `state` and
    `error`, in the query or in the fragment. Compare `state`, then send the code to `POST
    /v1/auth/identity-provider/code` within ten minutes.

    The code is bound to this sign-in by PKCE, a nonce and `state`. An intercepted code is useless.

    404 `not_found`: the server does not offer this provider. 503
    `identity_provider_unavailable`: it does not respond; sign in with a password. 429: 120 a
    minute from one address.

    Args:
        body (IdentityProviderBeginRequest): The provider, and the workspace to sign in to.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IdentityProviderBeginning
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.identity_provider_nonce import IdentityProviderNonce
from typing import cast



def _get_kwargs(

) -> dict[str, Any]:






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/identity-provider/nonce",
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> IdentityProviderNonce:
    if response.status_code == 200:
        response_200 = IdentityProviderNonce.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[IdentityProviderNonce]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,

) -> Response[IdentityProviderNonce]:
    """ Create a nonce for an identity provider

     Send it as `nonce` when you request an ID token from the provider. The token contains it. It
    can be used for one sign-in, within ten minutes.

    503 `identity_provider_unavailable`: none is configured. 429: 120 a minute from one address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IdentityProviderNonce]
     """


    kwargs = _get_kwargs(

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient | Client,

) -> IdentityProviderNonce:
    """ Create a nonce for an identity provider

     Send it as `nonce` when you request an ID token from the provider. The token contains it. It
    can be used for one sign-in, within ten minutes.

    503 `identity_provider_unavailable`: none is configured. 429: 120 a minute from one address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IdentityProviderNonce
     """


    return sync_detailed(
        client=client,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,

) -> Response[IdentityProviderNonce]:
    """ Create a nonce for an identity provider

     Send it as `nonce` when you request an ID token from the provider. The token contains it. It
    can be used for one sign-in, within ten minutes.

    503 `identity_provider_unavailable`: none is configured. 429: 120 a minute from one address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IdentityProviderNonce]
     """


    kwargs = _get_kwargs(

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient | Client,

) -> IdentityProviderNonce:
    """ Create a nonce for an identity provider

     Send it as `nonce` when you request an ID token from the provider. The token contains it. It
    can be used for one sign-in, within ten minutes.

    503 `identity_provider_unavailable`: none is configured. 429: 120 a minute from one address.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IdentityProviderNonce
     """


    return (await asyncio_detailed(
        client=client,

    )).parsed

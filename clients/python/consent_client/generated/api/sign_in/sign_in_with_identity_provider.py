from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.account_session_response import AccountSessionResponse
from ...models.auth_session_response import AuthSessionResponse
from ...models.identity_provider_request import IdentityProviderRequest
from typing import cast



def _get_kwargs(
    *,
    body: IdentityProviderRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/auth/identity-provider",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> AccountSessionResponse | AuthSessionResponse:
    if response.status_code == 200:
        def _parse_response_200(data: object) -> AccountSessionResponse | AuthSessionResponse:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_session_response_type_0 = AccountSessionResponse.from_dict(data)



                return componentsschemas_session_response_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_session_response_type_1 = AuthSessionResponse.from_dict(data)



            return componentsschemas_session_response_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[AccountSessionResponse | AuthSessionResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: IdentityProviderRequest,

) -> Response[AccountSessionResponse | AuthSessionResponse]:
    """ Sign in with an OpenID Connect ID token

     The server verifies the ID token of a configured provider with the keys that the provider
    publishes. Its claims must include `email` and `email_verified`. It is accepted once, within
    ten minutes of being issued. If the provider supports a nonce, first get one from `POST
    /v1/auth/identity-provider/nonce` and send it to the provider. The server's settings can
    require a nonce, a way of signing in at the provider, and a maximum age of that sign-in.

    People are identified by the provider and its subject. At the first sign-in, the account
    with the same address is linked, and its owner is notified by email. If that address was
    never verified, the account's credentials, sessions and API keys are removed first. With
    `allowSignup` an unknown address gets an account; otherwise the response is 404.

    The response is a full session if `orgSlug` is given, otherwise an account session. The
    service does not ask for a second factor here; the provider can.

    401 `invalid_id_token`: sign in at the provider again. 403 `email_not_verified`: verify the
    address at the provider. 403 `identity_conflict`: the address is linked to another identity
    of the provider; use that one. 403 `signup_closed`, 404 `account_not_found`: ask for an
    invitation, or send `allowSignup`. 403 `workspace_suspended`: an owner can pay for its plan,
    or ask the operator. 403 `account_disabled`: contact the operator. 503
    `identity_provider_unavailable`: none is configured, or it does not respond; sign in with a
    password. 429: 120 a minute from one address.

    Args:
        body (IdentityProviderRequest): An ID token from an OpenID Connect provider.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AccountSessionResponse | AuthSessionResponse]
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
    body: IdentityProviderRequest,

) -> AccountSessionResponse | AuthSessionResponse:
    """ Sign in with an OpenID Connect ID token

     The server verifies the ID token of a configured provider with the keys that the provider
    publishes. Its claims must include `email` and `email_verified`. It is accepted once, within
    ten minutes of being issued. If the provider supports a nonce, first get one from `POST
    /v1/auth/identity-provider/nonce` and send it to the provider. The server's settings can
    require a nonce, a way of signing in at the provider, and a maximum age of that sign-in.

    People are identified by the provider and its subject. At the first sign-in, the account
    with the same address is linked, and its owner is notified by email. If that address was
    never verified, the account's credentials, sessions and API keys are removed first. With
    `allowSignup` an unknown address gets an account; otherwise the response is 404.

    The response is a full session if `orgSlug` is given, otherwise an account session. The
    service does not ask for a second factor here; the provider can.

    401 `invalid_id_token`: sign in at the provider again. 403 `email_not_verified`: verify the
    address at the provider. 403 `identity_conflict`: the address is linked to another identity
    of the provider; use that one. 403 `signup_closed`, 404 `account_not_found`: ask for an
    invitation, or send `allowSignup`. 403 `workspace_suspended`: an owner can pay for its plan,
    or ask the operator. 403 `account_disabled`: contact the operator. 503
    `identity_provider_unavailable`: none is configured, or it does not respond; sign in with a
    password. 429: 120 a minute from one address.

    Args:
        body (IdentityProviderRequest): An ID token from an OpenID Connect provider.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AccountSessionResponse | AuthSessionResponse
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: IdentityProviderRequest,

) -> Response[AccountSessionResponse | AuthSessionResponse]:
    """ Sign in with an OpenID Connect ID token

     The server verifies the ID token of a configured provider with the keys that the provider
    publishes. Its claims must include `email` and `email_verified`. It is accepted once, within
    ten minutes of being issued. If the provider supports a nonce, first get one from `POST
    /v1/auth/identity-provider/nonce` and send it to the provider. The server's settings can
    require a nonce, a way of signing in at the provider, and a maximum age of that sign-in.

    People are identified by the provider and its subject. At the first sign-in, the account
    with the same address is linked, and its owner is notified by email. If that address was
    never verified, the account's credentials, sessions and API keys are removed first. With
    `allowSignup` an unknown address gets an account; otherwise the response is 404.

    The response is a full session if `orgSlug` is given, otherwise an account session. The
    service does not ask for a second factor here; the provider can.

    401 `invalid_id_token`: sign in at the provider again. 403 `email_not_verified`: verify the
    address at the provider. 403 `identity_conflict`: the address is linked to another identity
    of the provider; use that one. 403 `signup_closed`, 404 `account_not_found`: ask for an
    invitation, or send `allowSignup`. 403 `workspace_suspended`: an owner can pay for its plan,
    or ask the operator. 403 `account_disabled`: contact the operator. 503
    `identity_provider_unavailable`: none is configured, or it does not respond; sign in with a
    password. 429: 120 a minute from one address.

    Args:
        body (IdentityProviderRequest): An ID token from an OpenID Connect provider.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AccountSessionResponse | AuthSessionResponse]
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
    body: IdentityProviderRequest,

) -> AccountSessionResponse | AuthSessionResponse:
    """ Sign in with an OpenID Connect ID token

     The server verifies the ID token of a configured provider with the keys that the provider
    publishes. Its claims must include `email` and `email_verified`. It is accepted once, within
    ten minutes of being issued. If the provider supports a nonce, first get one from `POST
    /v1/auth/identity-provider/nonce` and send it to the provider. The server's settings can
    require a nonce, a way of signing in at the provider, and a maximum age of that sign-in.

    People are identified by the provider and its subject. At the first sign-in, the account
    with the same address is linked, and its owner is notified by email. If that address was
    never verified, the account's credentials, sessions and API keys are removed first. With
    `allowSignup` an unknown address gets an account; otherwise the response is 404.

    The response is a full session if `orgSlug` is given, otherwise an account session. The
    service does not ask for a second factor here; the provider can.

    401 `invalid_id_token`: sign in at the provider again. 403 `email_not_verified`: verify the
    address at the provider. 403 `identity_conflict`: the address is linked to another identity
    of the provider; use that one. 403 `signup_closed`, 404 `account_not_found`: ask for an
    invitation, or send `allowSignup`. 403 `workspace_suspended`: an owner can pay for its plan,
    or ask the operator. 403 `account_disabled`: contact the operator. 503
    `identity_provider_unavailable`: none is configured, or it does not respond; sign in with a
    password. 429: 120 a minute from one address.

    Args:
        body (IdentityProviderRequest): An ID token from an OpenID Connect provider.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AccountSessionResponse | AuthSessionResponse
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed

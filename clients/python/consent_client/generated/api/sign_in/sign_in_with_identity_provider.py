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

     The ID token of a provider that the server is set up with is verified against the keys that
    the provider publishes; `email` and `email_verified` must be among its claims. It is
    taken within ten minutes of being issued, and once. Where the provider supports a nonce, ask
    for one at `POST /v1/auth/identity-provider/nonce` first and send it along to the provider;
    the server's settings may ask for it, and for how and how lately the person signed in there.

    People are known by the provider and its subject. The first time, an account with the same
    address is linked, and its owner is notified by mail; an account whose address was never confirmed
    first loses all that was made without that proof. With `allowSignup` an unknown address gets
    an account; without one, the answer says so.

    The answer is a full session where `orgSlug` is given, else an account session. There is no
    second factor's step here: asking for one is the provider's matter.

    401 `invalid_id_token`: sign in at the provider again. 403 `email_not_verified`: confirm the
    address there. 403 `identity_conflict`: the address is linked to another identity of the
    provider; use that one. 403 `signup_closed`, 404 `account_not_found`: ask for an invitation,
    or send `allowSignup`. 403 `workspace_suspended`: a payment brings the workspace back.
    403 `account_disabled`: ask the people who run the service. 503
    `identity_provider_unavailable`: none is set up, or it does not answer; sign in with a
    password. 429: 120 a minute from one address.

    Args:
        body (IdentityProviderRequest): What a page got from an OpenID Connect provider.

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

     The ID token of a provider that the server is set up with is verified against the keys that
    the provider publishes; `email` and `email_verified` must be among its claims. It is
    taken within ten minutes of being issued, and once. Where the provider supports a nonce, ask
    for one at `POST /v1/auth/identity-provider/nonce` first and send it along to the provider;
    the server's settings may ask for it, and for how and how lately the person signed in there.

    People are known by the provider and its subject. The first time, an account with the same
    address is linked, and its owner is notified by mail; an account whose address was never confirmed
    first loses all that was made without that proof. With `allowSignup` an unknown address gets
    an account; without one, the answer says so.

    The answer is a full session where `orgSlug` is given, else an account session. There is no
    second factor's step here: asking for one is the provider's matter.

    401 `invalid_id_token`: sign in at the provider again. 403 `email_not_verified`: confirm the
    address there. 403 `identity_conflict`: the address is linked to another identity of the
    provider; use that one. 403 `signup_closed`, 404 `account_not_found`: ask for an invitation,
    or send `allowSignup`. 403 `workspace_suspended`: a payment brings the workspace back.
    403 `account_disabled`: ask the people who run the service. 503
    `identity_provider_unavailable`: none is set up, or it does not answer; sign in with a
    password. 429: 120 a minute from one address.

    Args:
        body (IdentityProviderRequest): What a page got from an OpenID Connect provider.

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

     The ID token of a provider that the server is set up with is verified against the keys that
    the provider publishes; `email` and `email_verified` must be among its claims. It is
    taken within ten minutes of being issued, and once. Where the provider supports a nonce, ask
    for one at `POST /v1/auth/identity-provider/nonce` first and send it along to the provider;
    the server's settings may ask for it, and for how and how lately the person signed in there.

    People are known by the provider and its subject. The first time, an account with the same
    address is linked, and its owner is notified by mail; an account whose address was never confirmed
    first loses all that was made without that proof. With `allowSignup` an unknown address gets
    an account; without one, the answer says so.

    The answer is a full session where `orgSlug` is given, else an account session. There is no
    second factor's step here: asking for one is the provider's matter.

    401 `invalid_id_token`: sign in at the provider again. 403 `email_not_verified`: confirm the
    address there. 403 `identity_conflict`: the address is linked to another identity of the
    provider; use that one. 403 `signup_closed`, 404 `account_not_found`: ask for an invitation,
    or send `allowSignup`. 403 `workspace_suspended`: a payment brings the workspace back.
    403 `account_disabled`: ask the people who run the service. 503
    `identity_provider_unavailable`: none is set up, or it does not answer; sign in with a
    password. 429: 120 a minute from one address.

    Args:
        body (IdentityProviderRequest): What a page got from an OpenID Connect provider.

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

     The ID token of a provider that the server is set up with is verified against the keys that
    the provider publishes; `email` and `email_verified` must be among its claims. It is
    taken within ten minutes of being issued, and once. Where the provider supports a nonce, ask
    for one at `POST /v1/auth/identity-provider/nonce` first and send it along to the provider;
    the server's settings may ask for it, and for how and how lately the person signed in there.

    People are known by the provider and its subject. The first time, an account with the same
    address is linked, and its owner is notified by mail; an account whose address was never confirmed
    first loses all that was made without that proof. With `allowSignup` an unknown address gets
    an account; without one, the answer says so.

    The answer is a full session where `orgSlug` is given, else an account session. There is no
    second factor's step here: asking for one is the provider's matter.

    401 `invalid_id_token`: sign in at the provider again. 403 `email_not_verified`: confirm the
    address there. 403 `identity_conflict`: the address is linked to another identity of the
    provider; use that one. 403 `signup_closed`, 404 `account_not_found`: ask for an invitation,
    or send `allowSignup`. 403 `workspace_suspended`: a payment brings the workspace back.
    403 `account_disabled`: ask the people who run the service. 503
    `identity_provider_unavailable`: none is set up, or it does not answer; sign in with a
    password. 429: 120 a minute from one address.

    Args:
        body (IdentityProviderRequest): What a page got from an OpenID Connect provider.

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

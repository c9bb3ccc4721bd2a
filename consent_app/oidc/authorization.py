"""Sign-ins at a provider that begin and end here: the code flow (OpenID Connect Core §3.1).

Nothing is stored between the two steps. The first step's state is encrypted and given to the
browser tab, which sends it back along with the code. A code that belongs to another tab, another
provider or another person is refused (RFC 9700 §2.1, §4.4, §4.5), and an intercepted one is
useless.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import secrets
from dataclasses import asdict, dataclass
from datetime import datetime
from urllib.parse import urlencode, urlsplit

import orjson

from consent_app.context import Context
from consent_app.errors import AppError, IdentityProviderUnavailable, InvalidCode, NotFound
from consent_app.oidc.endpoints import Endpoints
from consent_app.oidc.identity_sign_in import IdentitySignIn, refusal_of, sign_in
from consent_app.oidc.jwks import ProviderUnavailableError
from consent_app.oidc.nonces import issue_nonce
from consent_app.oidc.providers import Provider, Providers
from consent_app.security.encryption import DecryptionError
from consent_app.sessions.service import OpenedSession

log = logging.getLogger(__name__)

ENCRYPTION_PURPOSE = "identity-sign-in"
RETURN_PATH = "/sign-in/provider"
"""On the public origin: the redirect URI that is registered at the provider for the client."""
RETRY_SECONDS = 5


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """A request to sign in at a provider."""

    issuer: str
    allow_signup: bool
    workspace_slug: str | None


@dataclass(frozen=True, slots=True)
class StartedSignIn:
    """A sign-in that was started: ``url`` is where the person signs in, ``token`` is for the second
    step."""

    url: str
    state: str
    token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class AuthorizationResponse:
    """The parameters that the browser returns with from the provider, and the token of the first
    step."""

    token: str
    state: str
    code: str
    issuer: str | None


@dataclass(frozen=True, slots=True)
class _PendingSignIn:
    """The encrypted content of the first step's token."""

    issuer: str
    state: str
    verifier: str
    nonce: str
    expires: int
    allow_signup: bool
    workspace_slug: str | None


def begin(ctx: Context, request: AuthorizationRequest) -> StartedSignIn:
    """Begin a sign-in. May fetch the provider's documents, so call it outside a transaction.

    Raises NotFound for a provider that is not offered, and IdentityProviderUnavailable.
    """
    provider = ctx.app.get(Providers).find(request.issuer)
    if provider is None or provider.settings.name is None:
        raise NotFound
    endpoints = provider.endpoints()
    nonce, expires_at = issue_nonce(ctx)
    pending = _PendingSignIn(
        issuer=provider.issuer,
        state=secrets.token_urlsafe(16),
        verifier=secrets.token_urlsafe(32),
        nonce=nonce,
        expires=int(expires_at.timestamp()),
        allow_signup=request.allow_signup,
        workspace_slug=request.workspace_slug,
    )
    url = _authorization_url(ctx, provider, endpoints, pending)
    token = ctx.app.encrypter(ENCRYPTION_PURPOSE).encrypt(orjson.dumps(asdict(pending)))
    return StartedSignIn(url, pending.state, token, expires_at)


def complete(ctx: Context, response: AuthorizationResponse) -> OpenedSession:
    """Redeem a code and sign the person in.

    Call it before the transaction has begun, because it calls the provider. Raises InvalidCode,
    IdentityProviderUnavailable, and the errors of ``identity_sign_in.sign_in``.
    """
    pending = _read_token(ctx, response.token)
    if not hmac.compare_digest(pending.state.encode(), response.state.encode()):
        raise _invalid(ctx, "state", pending.issuer)
    provider = ctx.app.get(Providers).find(pending.issuer)
    if provider is None or provider.settings.name is None:
        raise IdentityProviderUnavailable
    endpoints = provider.endpoints()
    requires_issuer = response.issuer is not None or endpoints.returns_issuer
    if requires_issuer and response.issuer != pending.issuer:
        raise _invalid(ctx, "mixed_up", pending.issuer)
    id_token = _redeem(ctx, provider, endpoints, pending, response.code)
    request = IdentitySignIn(
        id_token, pending.allow_signup, pending.workspace_slug, pending.nonce, pending.issuer
    )
    return sign_in(ctx, request)


def redirect_uri(ctx: Context) -> str:
    """Return the redirect URI."""
    return f"{ctx.app.settings.public_origin}{RETURN_PATH}"


def _authorization_url(
    ctx: Context, provider: Provider, endpoints: Endpoints, pending: _PendingSignIn
) -> str:
    settings = provider.settings
    challenge = hashlib.sha256(pending.verifier.encode()).digest()
    query = {
        "response_type": "code",
        "client_id": settings.client_ids[0],
        "redirect_uri": redirect_uri(ctx),
        "scope": "openid email profile",
        "state": pending.state,
        "nonce": pending.nonce,
        "code_challenge": base64.urlsafe_b64encode(challenge).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
        "ui_locales": ctx.require_client().language,
    }
    if endpoints.fragment:
        query["response_mode"] = "fragment"
    if settings.acr_values:
        query["acr_values"] = " ".join(settings.acr_values)
    if settings.max_age is not None:
        query["max_age"] = str(settings.max_age)
    joint = "&" if urlsplit(endpoints.authorization).query else "?"
    return f"{endpoints.authorization}{joint}{urlencode(query)}"


def _read_token(ctx: Context, token: str) -> _PendingSignIn:
    try:
        pending = _PendingSignIn(
            **orjson.loads(ctx.app.encrypter(ENCRYPTION_PURPOSE).decrypt(token))
        )
    except DecryptionError:
        raise _invalid(ctx, "beginning") from None
    if ctx.now().timestamp() >= pending.expires:
        raise _invalid(ctx, "expired", pending.issuer)
    return pending


def _redeem(
    ctx: Context, provider: Provider, endpoints: Endpoints, pending: _PendingSignIn, code: str
) -> str:
    # Importing the HTTP client takes a sixth of a second. Without a provider it is never needed.
    from consent_app.oidc.provider_client import CodeRefusedError, Grant, redeem_code

    if not provider.redeeming.acquire(blocking=False):
        raise IdentityProviderUnavailable(headers={"Retry-After": str(RETRY_SECONDS)})
    try:
        grant = Grant(code, pending.verifier, redirect_uri(ctx))
        return redeem_code(provider.settings, endpoints, grant)
    except CodeRefusedError:
        raise _invalid(ctx, "code", pending.issuer) from None
    except ProviderUnavailableError as error:
        log.warning("a sign-in code of %s could not be redeemed: %s", provider.issuer, error)
        raise IdentityProviderUnavailable(headers={"Retry-After": str(RETRY_SECONDS)}) from None
    finally:
        provider.redeeming.release()


def _invalid(ctx: Context, reason: str, issuer: str | None = None) -> AppError:
    return InvalidCode().then(refusal_of(ctx, reason, issuer))

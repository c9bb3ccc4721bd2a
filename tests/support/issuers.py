"""An issuer of ID tokens with its own keys, served on the loopback address.

It signs any token that a test requests, including those that no honest provider would sign.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime
from functools import cache
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qsl

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from tests.support.factories import unique
from tests.support.stand_in import StandIn

CLIENT = "consent-web"
DISCOVERY = "/.well-known/openid-configuration"
KEYS = "/keys"
TOKEN = "/token"


@cache
def rsa_key(number: int = 0) -> rsa.RSAPrivateKey:
    """Return one of this process's RSA keys. Tests share them: generating one takes long."""
    return rsa.generate_private_key(65537, 2048)


def public_jwk(key: Any, **members: Any) -> dict[str, Any]:
    """Return a key's public part as a JSON Web Key."""
    public = key.public_key()
    if isinstance(key, rsa.RSAPrivateKey):
        data = jwt.algorithms.RSAAlgorithm.to_jwk(public, as_dict=True)
    elif isinstance(key, ec.EllipticCurvePrivateKey):
        data = jwt.algorithms.ECAlgorithm.to_jwk(public, as_dict=True)
    else:
        assert isinstance(key, ed25519.Ed25519PrivateKey)
        data = jwt.algorithms.OKPAlgorithm.to_jwk(public, as_dict=True)
    data.pop("key_ops", None)
    return {**data, "use": "sig", **members}


class Issuer:
    """A provider. It publishes ``keys``, and signs with ``key`` and ``key_id``.

    ``answers`` replaces the response of a path: ``(status, headers, body)``, or a callable that
    writes to the handler itself. ``fetched`` lists the requested paths, ``posted`` the forms
    received.
    """

    def __init__(self) -> None:
        self.key: Any = rsa_key()
        self.key_id = "first"
        self.keys: list[dict[str, Any]] = [public_jwk(self.key, kid=self.key_id, alg="RS256")]
        self.answers: dict[str, Any] = {}
        self.fetched: list[str] = []
        self.posted: list[dict[str, str]] = []
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                issuer.fetched.append(self.path)
                issuer.answer(self)

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                issuer.posted.append(dict(parse_qsl(self.rfile.read(length).decode())))
                issuer.answer(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._stand_in = StandIn(Handler)
        self.url = self._stand_in.url

    def close(self) -> None:
        """Stop the server."""
        self._stand_in.close()

    @property
    def fetches(self) -> int:
        """The number of requests for its keys."""
        return self.fetched.count(KEYS)

    def rotate(self, number: int, key_id: str) -> None:
        """Replace the published key with another, and sign with it."""
        self.key, self.key_id = rsa_key(number), key_id
        self.keys = [public_jwk(self.key, kid=key_id)]

    def document(self) -> dict[str, Any]:
        """Return the discovery document."""
        return {
            "issuer": self.url,
            "jwks_uri": self.url + KEYS,
            "authorization_endpoint": self.url + "/authorize?tenant=x",
            "token_endpoint": self.url + TOKEN,
        }

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer a request."""
        options = self.answers.get(handler.path)
        if callable(options):
            options(handler)
            return
        bodies = {DISCOVERY: self.document(), KEYS: {"keys": self.keys}}
        status, headers, body = options or (200, {}, bodies[handler.path])
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    def claims(self, now: datetime, **changes: Any) -> dict[str, Any]:
        """Return the claims of a valid token; None removes a claim."""
        seconds = int(now.timestamp())
        claims = {
            "iss": self.url,
            "aud": CLIENT,
            "sub": unique("subject-"),
            # Keeps two tokens of the same second apart.
            "jti": unique(),
            "iat": seconds,
            "exp": seconds + 600,
            "email": f"{unique('eve')}@example.com",
            "email_verified": True,
            **changes,
        }
        return {name: value for name, value in claims.items() if value is not None}

    def token(self, now: datetime, **changes: Any) -> str:
        """Return a signed token."""
        return self.sign(self.claims(now, **changes))

    def sign(
        self,
        claims: dict[str, Any],
        *,
        key: Any = None,
        algorithm: str = "RS256",
        headers: dict[str, Any] | None = None,
    ) -> str:
        """Sign any claims with any key. A header that is None is left out."""
        return jwt.encode(
            claims,
            self.key if key is None else key,
            algorithm,
            headers={"kid": self.key_id, **(headers or {})},
        )


def dripping(seconds: float) -> Callable[[BaseHTTPRequestHandler], None]:
    """Return a response that sends its headers byte by byte and never ends."""

    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        try:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Drip: ")
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                handler.wfile.write(b"x")
                time.sleep(0.02)
        except OSError:
            pass

    return write

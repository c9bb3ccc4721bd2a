"""The one request class.

Pyramid builds a new class for each request as soon as one request property is registered (and
pyramid_tm registers one), which costs more than all of validation. So every property is defined
here, and the registered extensions are removed (``hoist_extensions``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pyramid.request
from pyramid.config import Configurator
from pyramid.exceptions import ConfigurationError
from pyramid.interfaces import IRequestExtensions
from pyramid.response import Response
from pyramid_tm import create_tm
from sqlalchemy.orm import Session
from webob.multidict import MultiDict
from webob.request import DisconnectionError
from zope.sqlalchemy.datamanager import STATUS_ACTIVE, STATUS_CHANGED, join_transaction

from consent_app.application import Application
from consent_app.context import ANONYMOUS, Actor, ClientInfo, Context
from consent_app.errors import AppError, ContentTooLarge, ValidationFailed
from consent_app.http.client import client_address
from consent_app.net.client_networks import rate_limit_address, site_network
from consent_app.text import LOCALES
from consent_app.user_agent import read_user_agent

if TYPE_CHECKING:
    from functools import cached_property as reify

    from consent_app.openapi.compiled_operations import Operation
else:
    from pyramid.decorator import reify

CALLED = "consent.operation_called"
"""Set in the environment once the view of an operation is called: its response is validated."""

READING_METHODS = frozenset({"GET", "HEAD"})

Handler = Callable[[Any], Response]
"""What a tween calls for a request, and is itself."""


@dataclass(slots=True)
class Parameters:
    """The valid parameters of a request, by location and name. Parameters not sent are left out."""

    path: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Validated:
    """A request's valid parts, or the refusal of an invalid one."""

    parameters: Parameters
    body: Any = None
    error: AppError | None = None


class Request(pyramid.request.Request):  # type: ignore[misc]
    """A request of this service."""

    # Bodies are limited before they are read, so none needs WebOb's temporary file.
    request_body_tempfile_limit = 16 * 1024 * 1024

    recheck_caller: Callable[[Session], None] | None = None
    """Called first in a transaction that writes: checks that the caller's access is still the same,
    since time has passed while the body was read or the request was queued. Raises the refusal."""

    counted_as: Mapping[str, UUID | None] | None = None
    """The caller that rate limits count this request for; None until a credential is verified."""

    @reify
    def app(self) -> Application:
        """The collaborators of the process."""
        app: Application = self.registry.application
        return app

    @reify
    def tm(self) -> Any:
        """The request's own transaction manager."""
        return create_tm(self)

    @reify
    def db(self) -> Session:
        """The request's session, created on first use and joined to ``tm``.

        It is read-only for GET and HEAD. For other methods it is always committed, so that no
        write, not even one in plain SQL, needs ``mark_changed``. Raises RuntimeError on a route
        without a transaction (``x-transaction: none``).
        """
        if "tm.active" not in self.environ:
            raise RuntimeError("this route has no transaction: use app.database")
        reading = self.method in READING_METHODS
        session: Session = self.app.database.session(read_only=reading)
        join_transaction(session, STATUS_ACTIVE if reading else STATUS_CHANGED, self.tm)
        if not reading and self.recheck_caller is not None:
            self.recheck_caller(session)
        return session

    @reify
    def client_address(self) -> str:
        """The client's address, behind the proxies in ``settings.trusted_proxies``."""
        return client_address(self.environ, self.app.settings.trusted_proxies)

    @reify
    def actor(self) -> Actor:
        """Who is calling. Set by the security policy once the credential is verified."""
        return ANONYMOUS

    @reify
    def client(self) -> ClientInfo:
        """Where the request came from."""
        address = self.client_address
        agent = read_user_agent(self.user_agent or "")
        language = self.accept_language.lookup(LOCALES, default=LOCALES[0])
        return ClientInfo(
            address,
            rate_limit_address(address),
            site_network(address),
            agent.reduced or None,
            language,
        )

    @reify
    def ctx(self) -> Context:
        """The context of this call; without a session on a route that has no transaction."""
        session = self.db if "tm.active" in self.environ else None
        return Context(self.app, self.actor, self.client, session)

    @reify
    def operation(self) -> Operation:
        """The operation of openapi.yaml that this request calls. HEAD calls GET's.

        Raises LookupError for views outside the API.
        """
        method = self.environ["REQUEST_METHOD"]
        method = "GET" if method == "HEAD" else method
        operation: Operation = self.registry.api.operations[self.matched_route.name, method]
        return operation

    @reify
    def openapi_validated(self) -> Validated:
        """The valid parameters and body. Raises AttributeError if the request calls no
        operation."""
        if CALLED not in self.environ:
            raise AttributeError("openapi_validated is for views of openapi.yaml")
        validated: Validated = self.registry.api.request_validator.validated(self)
        return validated

    def read_body(self, max_bytes: int) -> bytes:
        """Return the body, and keep it to be read again.

        WebOb wraps the server's file twice and copies it in pieces, which takes longer than
        validating the body. Raises ContentTooLarge, after reading ``max_bytes`` and one more at
        most, and ValidationFailed if the body ends early.
        """
        environ = self.environ
        if environ.get("webob.is_body_seekable"):
            body: bytes = self.body
        else:
            try:
                body = self._read_input(max_bytes)
            except OSError:
                # The client has closed the connection. Other WSGI servers pass on what arrived.
                raise ValidationFailed(
                    "The body has fewer bytes than its Content-Length."
                ) from None
            environ["wsgi.input"] = BytesIO(body)
            environ["webob.is_body_seekable"] = True
        if len(body) > max_bytes:
            raise _too_large(max_bytes)
        return body

    def _read_input(self, max_bytes: int) -> bytes:
        environ = self.environ
        try:
            length = max(0, int(environ.get("CONTENT_LENGTH") or 0))
        except ValueError:
            length = 0
        # Checked before reading, so that no body over the limit is ever in memory.
        if length > max_bytes:
            raise _too_large(max_bytes)
        if length:
            body: bytes = environ["wsgi.input"].read(length)
            if len(body) < length:
                raise DisconnectionError(f"{length - len(body)} more bytes were expected")
            return body
        body = b""
        if self.is_body_readable:
            # A chunked body. Ours is the only server that gives its length.
            file = environ["wsgi.input"]
            while len(body) <= max_bytes and (part := file.read(max_bytes + 1 - len(body))):
                body += part
            environ["CONTENT_LENGTH"] = str(len(body))
        return body

    @reify
    def visitor_origin_allowed(self) -> bool:
        """Whether ``Origin`` may read this response on a visitors' route.

        CORS asks once, through the check that a feature registered. A view that already knows the
        answer may set it, which saves the check's query.
        """
        check = self.registry.api.visitor_origin_check
        return check is not None and bool(check(self))

    @property
    def GET(self) -> MultiDict:  # noqa: N802
        """The query parameters; empty if the query is not valid UTF-8.

        Validation refuses such a query where it matters. Other code must not fail on it.
        """
        try:
            return super().GET
        except UnicodeDecodeError:
            return MultiDict()


def _too_large(max_bytes: int) -> ContentTooLarge:
    return ContentTooLarge(f"The body of this route may have {max_bytes} bytes at most.")


def hoist_extensions(config: Configurator) -> None:
    """Remove the request extensions that this class already has. Raises ConfigurationError for any
    other.

    A single extension that is left would make Pyramid build a class for every request.
    """
    extensions = config.registry.queryUtility(IRequestExtensions)
    if extensions is None:
        return
    for names in (extensions.descriptors, extensions.methods):
        for name in list(names):
            if not hasattr(Request, name):
                raise ConfigurationError(f"define request.{name} in consent_app.http.request")
    config.registry.unregisterUtility(extensions, IRequestExtensions)

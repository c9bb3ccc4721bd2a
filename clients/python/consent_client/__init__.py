"""The Python client of the Consent Management Service. See README.md.

``generated`` has every operation and model of openapi.yaml; the other modules are written by hand.
"""

from consent_client.errors import (
    ApiError,
    BadRequest,
    Conflict,
    ConsentError,
    ExportMismatch,
    Forbidden,
    NetworkError,
    NotFound,
    RateLimited,
    Unauthenticated,
    Unavailable,
)
from consent_client.flows import Prompt
from consent_client.http import ApiClient, new_idempotency_key, open_client
from consent_client.reading import AsyncReader, Reader
from consent_client.signing_in import Account, Workspace, exchange, register, sign_in
from consent_client.signing_in_async import (
    AsyncAccount,
    AsyncWorkspace,
    async_exchange,
    async_register,
    async_sign_in,
)
from consent_client.tokens import FileStore, MemoryStore, Store, Tokens

__all__ = [
    "Account",
    "ApiClient",
    "ApiError",
    "AsyncAccount",
    "AsyncReader",
    "AsyncWorkspace",
    "BadRequest",
    "Conflict",
    "ConsentError",
    "ExportMismatch",
    "FileStore",
    "Forbidden",
    "MemoryStore",
    "NetworkError",
    "NotFound",
    "Prompt",
    "RateLimited",
    "Reader",
    "Store",
    "Tokens",
    "Unauthenticated",
    "Unavailable",
    "Workspace",
    "async_exchange",
    "async_register",
    "async_sign_in",
    "exchange",
    "new_idempotency_key",
    "open_client",
    "register",
    "sign_in",
]

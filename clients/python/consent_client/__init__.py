"""The Python client of the Consent Management Service: see README.md.

``generated`` holds every operation and model of openapi.yaml; the rest is written by hand.
"""

from consent_client.errors import (
    ApiError,
    BadRequest,
    Conflict,
    Forbidden,
    NotFound,
    RateLimited,
    Unauthenticated,
    Unavailable,
)
from consent_client.http import open_client
from consent_client.reading import Reader
from consent_client.signing_in import Account, Prompt, Workspace, register, sign_in
from consent_client.tokens import FileStore, MemoryStore, Store, Tokens

__all__ = [
    "Account",
    "ApiError",
    "BadRequest",
    "Conflict",
    "FileStore",
    "Forbidden",
    "MemoryStore",
    "NotFound",
    "Prompt",
    "RateLimited",
    "Reader",
    "Store",
    "Tokens",
    "Unauthenticated",
    "Unavailable",
    "Workspace",
    "open_client",
    "register",
    "sign_in",
]

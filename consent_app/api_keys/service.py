"""Functions of API keys that other rooms may call: authenticating, listing and revoking them."""

from __future__ import annotations

from consent_app.api_keys.api_keys import authenticate_api_key, list_api_keys, revoke_api_key
from consent_app.api_keys.models import ApiKey

__all__ = ["ApiKey", "authenticate_api_key", "list_api_keys", "revoke_api_key"]

"""Functions that other rooms may call: challenges, checking passwords and codes, throttling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from consent_app.sign_in.challenges import (
    Challenge,
    begin_challenge,
    start_attempt,
)
from consent_app.sign_in.lockout import count_code, unlock_passwords
from consent_app.sign_in.models import ENCRYPTION_PURPOSE
from consent_app.sign_in.password_sign_in import try_password
from consent_app.sign_in.schemas import authenticator_secret as authenticator_secret_schema
from consent_app.sign_in.schemas import challenge as challenge_schema
from consent_app.sign_in.second_factor import (
    AuthenticatorSecret,
    MatchedCode,
    authenticator_secret,
    consume_code,
    match_code,
    notify,
    remove_bound_factor,
)
from consent_app.sign_in.second_factor_queries import (
    count_backup_codes,
    delete_factor,
    get_factor,
    replace_backup_codes,
    replace_factor_secret,
)
from consent_app.sign_in.throttling import Attempt, release, release_if_busy

if TYPE_CHECKING:
    from consent_app.http.request import Request

__all__ = [
    "ENCRYPTION_PURPOSE",
    "Attempt",
    "AuthenticatorSecret",
    "Challenge",
    "MatchedCode",
    "authenticator_secret",
    "authenticator_secret_schema",
    "begin_challenge",
    "challenge_schema",
    "consume_code",
    "count_backup_codes",
    "count_code",
    "delete_factor",
    "get_factor",
    "limit_hashing",
    "match_code",
    "notify",
    "release",
    "release_if_busy",
    "remove_bound_factor",
    "replace_backup_codes",
    "replace_factor_secret",
    "start_attempt",
    "try_password",
    "unlock_passwords",
]

HASHING = "hashing"
HASHING_A_MINUTE = 120
"""The limit for one network on the routes that compute Argon2, the most expensive ones. It allows
for an office that starts work behind one address."""
HASHING_OF_SITE = "hashing_of_site"
HASHING_OF_SITE_A_MINUTE = 480
"""The same for an IPv4 /24 or an IPv6 /48, in which one customer may have many addresses."""


def limit_hashing(request: Request) -> None:
    """Count a request that computes Argon2, before anything is hashed. Raises RateLimited."""
    # Imported here: commands use this room too, and should not load the web framework.
    from consent_app.api.rate_limits import enforce_rate_limit

    enforce_rate_limit(request, HASHING, request.client.block)
    enforce_rate_limit(request, HASHING_OF_SITE, request.client.site)

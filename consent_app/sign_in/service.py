"""Functions that other rooms may call: challenges, checking passwords and codes, throttling."""

from consent_app.sign_in.challenges import (
    Challenge,
    begin_challenge,
    start_attempt,
)
from consent_app.sign_in.hashing_limits import limit_hashing
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

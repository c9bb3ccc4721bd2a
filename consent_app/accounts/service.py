"""Functions that other rooms may call: creating and finding users, passwords, identities."""

from consent_app.accounts.addressed_jobs import address_of_job, enqueue_for_address
from consent_app.accounts.identities import (
    add_identity,
    delete_identity,
    identity_id,
    is_linked_already,
    provider_name,
)
from consent_app.accounts.models import Identity, User
from consent_app.accounts.new_people import field_errors as new_person_errors
from consent_app.accounts.new_people import is_valid_name
from consent_app.accounts.passwords import (
    caller_of,
    check_password,
    new_password_hash,
    personal_names,
    rehash_password,
    validate_password,
)
from consent_app.accounts.queries import (
    delete_identities,
    delete_user,
    forget_registrations,
    get_identities,
    get_user,
    get_user_of_identity,
    get_users,
    has_other_identity,
    lock_user,
    lock_user_of_identity,
    mark_demo_used,
    mark_verified,
    set_password_hash,
)
from consent_app.accounts.schemas import user_summary
from consent_app.accounts.users import (
    DEFAULT_LOCALE,
    NewUser,
    create_user,
    email_key,
    find_user_by_email,
    lock_known_user,
    lock_user_by_email,
    set_address,
    unknown_account,
    validate_address,
)

__all__ = [
    "DEFAULT_LOCALE",
    "Identity",
    "NewUser",
    "User",
    "add_identity",
    "address_of_job",
    "caller_of",
    "check_password",
    "create_user",
    "delete_identities",
    "delete_identity",
    "delete_user",
    "email_key",
    "enqueue_for_address",
    "find_user_by_email",
    "forget_registrations",
    "get_identities",
    "get_user",
    "get_user_of_identity",
    "get_users",
    "has_other_identity",
    "identity_id",
    "is_linked_already",
    "is_valid_name",
    "lock_known_user",
    "lock_user",
    "lock_user_by_email",
    "lock_user_of_identity",
    "mark_demo_used",
    "mark_verified",
    "new_password_hash",
    "new_person_errors",
    "personal_names",
    "provider_name",
    "rehash_password",
    "set_address",
    "set_password_hash",
    "unknown_account",
    "user_summary",
    "validate_address",
    "validate_password",
]

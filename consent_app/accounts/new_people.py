"""The rules for registering, where the request's schema cannot apply them.

An invitation's name and password count only for an address without an account, so the document
takes any, and these are the rules of its ``PersonName`` and ``NewPassword``. Identity providers
send names too.
"""

from __future__ import annotations

from consent_app.accounts.models import NAME_CHARACTERS
from consent_app.errors import FieldError
from consent_app.text import is_acceptable_name, trimmed

MIN_NAME_CHARACTERS = 2
PASSWORD_CHARACTERS = range(8, 129)

NEEDED = "is required, because this address has no account yet"
NAME_LENGTH = f"must have 2 to {NAME_CHARACTERS} characters, without spaces around it"
NAME_CONTENT = (
    "must not contain a link (`://`), control characters or an encoded word (`=?`), or have no"
    " visible character"
)


def field_errors(name: str | None, password: str | None) -> tuple[FieldError, ...]:
    """Return the errors in the name and the password of a new account."""
    problems = {"#/name": _name_problem(name), "#/password": _password_problem(password)}
    return tuple(FieldError(pointer, problem) for pointer, problem in problems.items() if problem)


def is_valid_name(name: str) -> bool:
    """Return whether registration accepts a person's name."""
    return _name_problem(name) is None


def _name_problem(name: str | None) -> str | None:
    if name is None:
        return NEEDED
    if not is_acceptable_name(name):
        return NAME_CONTENT
    length = len(trimmed(name) or "")
    return None if MIN_NAME_CHARACTERS <= length <= NAME_CHARACTERS else NAME_LENGTH


def _password_problem(password: str | None) -> str | None:
    if password is None:
        return NEEDED
    if len(password) not in PASSWORD_CHARACTERS:
        return "must have 8 to 128 characters"
    return None

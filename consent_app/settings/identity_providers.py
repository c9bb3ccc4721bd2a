"""The setting ``identity_providers``: who may sign people in, and with which clients."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from consent_app.settings.error import SettingsError
from consent_app.settings.exposure import is_loopback

NAME = "consent.identity_providers"
ISSUER_CHARACTERS = 255
CLIENT_ID_CHARACTERS = 255
NAME_CHARACTERS = 40
SECRET_CHARACTERS = 1024
MEMBERS = {
    "issuer",
    "client_ids",
    "name",
    "client_secret",
    "acr_values",
    "amr_values",
    "max_age",
    "require_nonce",
}


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """An OpenID Connect provider: its issuer, and the client ids whose tokens are accepted.

    The sign-in page offers a provider with a ``name``, as the first of its ``client_ids``;
    ``client_secret`` belongs to that client, unless it is a public client. The other attributes, if
    set, are requirements for every token: its ``acr`` is one of ``acr_values``, its ``amr``
    contains one of ``amr_values``, the sign-in is at most ``max_age`` seconds old (``auth_time``),
    and its nonce is one that the page got from this service.
    """

    issuer: str
    client_ids: tuple[str, ...]
    name: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    acr_values: tuple[str, ...] = ()
    amr_values: tuple[str, ...] = ()
    max_age: int | None = None
    require_nonce: bool = False


def parse_identity_providers(text: str, *, development: bool) -> tuple[IdentityProvider, ...]:
    """Parse a JSON list of ``{"issuer", "client_ids": []}``, each with any optional members.

    Raises SettingsError, which names the entry by its position in the list. Plain http is accepted
    only for loopback hosts, and only in development.
    """
    try:
        rows = json.loads(text)
    except ValueError:
        raise SettingsError(f"{NAME} is not valid JSON.") from None
    if not isinstance(rows, list):
        raise SettingsError(f'{NAME} must be a JSON list of {{"issuer", "client_ids": []}}.')
    providers: dict[str, IdentityProvider] = {}
    for number, row in enumerate(rows, 1):
        provider = _provider(f"{NAME}, entry {number}", row, development)
        if provider.issuer in providers:
            raise SettingsError(f"{NAME}, entry {number}: this issuer is listed twice.")
        providers[provider.issuer] = provider
    return tuple(providers.values())


def is_allowed_url(url: str, *, development: bool) -> bool:
    """Return whether a provider may be asked at ``url``: over https, else a loopback's http.

    A URL with a user, a password or a fragment is refused.
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname
        # A malformed port raises when it is read.
        parts.port  # noqa: B018
    except ValueError:
        return False
    if not host or "@" in parts.netloc or "#" in url or not url.isascii() or not url.isprintable():
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and development and is_loopback(host))


def _provider(entry: str, row: Any, development: bool) -> IdentityProvider:
    if not isinstance(row, dict) or not MEMBERS >= row.keys() >= {"issuer", "client_ids"}:
        raise SettingsError(
            f'{entry} must be an object with "issuer" and "client_ids". It can also have "name",'
            ' "client_secret", "acr_values", "amr_values", "max_age" and "require_nonce".'
        )
    issuer, client_ids = row["issuer"], row["client_ids"]
    if not isinstance(issuer, str) or "?" in issuer or not is_allowed_url(issuer, development=True):
        raise SettingsError(
            f"{entry}: issuer must be the provider's https URL as its discovery document writes"
            " it, without query and fragment."
        )
    if not is_allowed_url(issuer, development=development):
        raise SettingsError(
            f"{entry}: issuer must be https. Plain http is for loopback hosts in development."
        )
    if len(issuer) > ISSUER_CHARACTERS:
        raise SettingsError(f"{entry}: issuer has more than {ISSUER_CHARACTERS} characters.")
    if not _are_words(client_ids):
        raise SettingsError(f"{entry}: client_ids must list at least one client id, as text.")
    for name in ("acr_values", "amr_values"):
        if name in row and not _are_words(row[name]):
            raise SettingsError(f"{entry}: {name} must list at least one value, as text.")
    max_age = row.get("max_age")
    if "max_age" in row and (type(max_age) is not int or max_age < 1):
        raise SettingsError(f"{entry}: max_age must be a number of seconds, 1 or more.")
    if type(row.get("require_nonce", False)) is not bool:
        raise SettingsError(f"{entry}: require_nonce must be true or false.")
    _check_offer(entry, row)
    return IdentityProvider(
        issuer,
        tuple(dict.fromkeys(client_ids)),
        name=row.get("name"),
        client_secret=row.get("client_secret"),
        acr_values=tuple(row.get("acr_values", ())),
        amr_values=tuple(row.get("amr_values", ())),
        max_age=max_age,
        require_nonce=row.get("require_nonce", False),
    )


def _check_offer(entry: str, row: dict[str, Any]) -> None:
    """Check the settings of a provider on the sign-in page. No message contains the secret."""
    name, secret = row.get("name"), row.get("client_secret")
    if "name" in row and not (
        isinstance(name, str) and name == name.strip() and 0 < len(name) <= NAME_CHARACTERS
    ):
        raise SettingsError(
            f"{entry}: name must be the name of the provider on the sign-in page, with at most"
            f" {NAME_CHARACTERS} characters."
        )
    if "client_secret" not in row:
        return
    if name is None:
        raise SettingsError(f"{entry}: client_secret is for a provider with a name.")
    if not isinstance(secret, str) or not 0 < len(secret) <= SECRET_CHARACTERS:
        raise SettingsError(f"{entry}: client_secret must be text.")


def _are_words(words: Any) -> bool:
    return (
        isinstance(words, list)
        and bool(words)
        and all(isinstance(word, str) and 0 < len(word) <= CLIENT_ID_CHARACTERS for word in words)
    )

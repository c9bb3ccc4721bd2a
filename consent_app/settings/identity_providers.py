"""The setting ``identity_providers``: who may vouch for a person, and to which clients."""

from __future__ import annotations

import ipaddress
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from consent_app.settings.error import SettingsError

NAME = "consent.identity_providers"
ISSUER_CHARACTERS = 255
CLIENT_ID_CHARACTERS = 255
MEMBERS = {"issuer", "client_ids", "acr_values", "amr_values", "max_age", "require_nonce"}


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """An OpenID Connect provider: its issuer, and the client ids whose tokens are taken.

    What follows is asked of each token where it is set: one of ``acr_values`` as its ``acr``, one
    of ``amr_values`` in its ``amr``, a sign-in at most ``max_age`` seconds old (``auth_time``), and
    a nonce that the page got from this service.
    """

    issuer: str
    client_ids: tuple[str, ...]
    acr_values: tuple[str, ...] = ()
    amr_values: tuple[str, ...] = ()
    max_age: int | None = None
    require_nonce: bool = False


def parse_identity_providers(text: str, *, development: bool) -> tuple[IdentityProvider, ...]:
    """Parse a JSON list of ``{"issuer", "client_ids": []}``, each with what else it asks for.

    Raises SettingsError, which names the entry by its place in the list. Plain http is taken of
    loopback hosts alone, in development alone.
    """
    try:
        rows = json.loads(text)
    except ValueError:
        raise SettingsError(f"{NAME} is not valid JSON.") from None
    if not isinstance(rows, list):
        raise SettingsError(f'{NAME} must be a JSON list of {{"issuer", "client_ids": []}}.')
    providers: dict[str, IdentityProvider] = {}
    for place, row in enumerate(rows, 1):
        provider = _provider(f"{NAME}, entry {place}", row, development)
        if provider.issuer in providers:
            raise SettingsError(f"{NAME}, entry {place}: this issuer is there twice.")
        providers[provider.issuer] = provider
    return tuple(providers.values())


def may_be_asked(url: str, *, development: bool) -> bool:
    """Whether ``url`` is an address that keys may come from: https, else a loopback's http.

    A URL with a user, a password or a fragment is none.
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname
        # Reading the port is what finds a malformed one.
        parts.port  # noqa: B018
    except ValueError:
        return False
    if not host or "@" in parts.netloc or "#" in url or not url.isascii() or not url.isprintable():
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and development and is_loopback(host))


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine: ``localhost``, a name below it, or a loopback address."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _provider(entry: str, row: Any, development: bool) -> IdentityProvider:
    if not isinstance(row, dict) or not MEMBERS >= row.keys() >= {"issuer", "client_ids"}:
        raise SettingsError(
            f'{entry} must be an object with "issuer" and "client_ids", and of'
            ' "acr_values", "amr_values", "max_age" and "require_nonce" those that you need.'
        )
    issuer, client_ids = row["issuer"], row["client_ids"]
    if not isinstance(issuer, str) or "?" in issuer or not may_be_asked(issuer, development=True):
        raise SettingsError(
            f"{entry}: issuer must be the provider's https URL as its discovery document writes"
            " it, without query and fragment."
        )
    if not may_be_asked(issuer, development=development):
        raise SettingsError(
            f"{entry}: issuer must be https. Plain http is for loopback hosts in development."
        )
    if len(issuer) > ISSUER_CHARACTERS:
        raise SettingsError(f"{entry}: issuer has more than {ISSUER_CHARACTERS} characters.")
    if not _are_words(client_ids):
        raise SettingsError(f"{entry}: client_ids must list one client id at least, as text.")
    for name in ("acr_values", "amr_values"):
        if name in row and not _are_words(row[name]):
            raise SettingsError(f"{entry}: {name} must list one value at least, as text.")
    max_age = row.get("max_age")
    if "max_age" in row and (type(max_age) is not int or max_age < 1):
        raise SettingsError(f"{entry}: max_age must be a number of seconds, 1 or more.")
    if type(row.get("require_nonce", False)) is not bool:
        raise SettingsError(f"{entry}: require_nonce must be true or false.")
    return IdentityProvider(
        issuer,
        tuple(dict.fromkeys(client_ids)),
        acr_values=tuple(row.get("acr_values", ())),
        amr_values=tuple(row.get("amr_values", ())),
        max_age=max_age,
        require_nonce=row.get("require_nonce", False),
    )


def _are_words(given: Any) -> bool:
    return (
        isinstance(given, list)
        and bool(given)
        and all(isinstance(one, str) and 0 < len(one) <= CLIENT_ID_CHARACTERS for one in given)
    )

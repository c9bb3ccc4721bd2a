"""The URLs of databases."""

from __future__ import annotations

from consent_app.settings.error import SettingsError
from consent_app.settings.reader import PREFIX, SettingsReader


def read_database_url(
    read: SettingsReader, name: str, default: str | None, *, required: bool = True
) -> str | None:
    """Return the URL in the setting ``name``; records an error if it is not a database's."""
    value = read.required(name, default) if required else read.text(name)
    if value:
        read.parsed(lambda: _check(f"{PREFIX}{name}", value), None)
    return value


def _check(name: str, value: str) -> None:
    if value.partition(":")[0].partition("+")[0] not in ("sqlite", "postgresql"):
        raise SettingsError(f"{name} must begin with postgresql:// or sqlite:///.")
    # Imported where a database is used: other commands do not pay for it.
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(value)
        # A password's @, whose rest an error message would show as the host.
        is_wrong = "@" in (url.host or "")
    except (ArgumentError, ValueError):
        is_wrong = True
    if is_wrong:
        raise SettingsError(
            f"{name} is not a URL. In a password, write @ : / ? # and % percent-encoded, such as"
            " %40 for @."
        )
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise SettingsError(f"{name} must name a file: sqlite:////absolute/path.sqlite.")

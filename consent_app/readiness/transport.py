"""Whether a connection to PostgreSQL can be read or taken over on its way."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from consent_app.settings.exposure import is_loopback


def find_weak_transport(connection: Connection) -> str | None:
    """Return the weakness of the connection's transport, or None.

    Connections to this machine and SQLite use no network. Of the values of ``sslmode`` only
    ``verify-full`` authenticates the server (PostgreSQL's documentation, "Protection Provided in
    Different Modes").
    """
    if connection.dialect.name != "postgresql":
        return None
    driver: Any = connection.connection.driver_connection
    info = driver.info
    # A host that begins with a slash is the folder of a socket.
    if info.host.startswith("/") or is_loopback(info.host):
        return None
    if not info.ssl_in_use:
        return f"The connection to {info.host} is not encrypted."
    if info.dsn_parameters.get("sslmode") != "verify-full":
        return f"The connection to {info.host} is encrypted, but its certificate is not checked."
    return None

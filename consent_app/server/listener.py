"""The socket that the server listens on."""

from __future__ import annotations

import errno
import socket


class PortTakenError(RuntimeError):
    """The address cannot be listened on. The message says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises PortTakenError."""
    return _listening(host, port, shared=False)


def listen_often(host: str, port: int, number: int) -> list[socket.socket]:
    """Return listening sockets on one port, among which the kernel spreads connections.

    Raises PortTakenError, also where another service shares its port in the same way.
    """
    _listening(host, port, shared=False).close()
    return [_listening(host, port, shared=True) for _ in range(number)]


def _listening(host: str, port: int, *, shared: bool) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise PortTakenError(sentence(host, port, error)) from None
    return listener


def sentence(host: str, port: int, error: OSError, setting: str | None = None) -> str:
    """Return what an operator is told about an address that cannot be listened on.

    ``setting`` is what names the port; without one it is the server's own.
    """
    if error.errno == errno.EADDRINUSE:
        instead = f"make serve PORT={port + 1 if port < 65535 else 6543}"
        return (
            f"Port {port} of {host} is taken. Stop what listens there, or choose another port:"
            f" {setting or instead}"
        )
    return f"Cannot listen on port {port} of {host}: {error.strerror}."

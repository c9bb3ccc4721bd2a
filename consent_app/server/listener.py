"""The socket that the server listens on."""

from __future__ import annotations

import ctypes
import errno
import socket
import struct
import sys
from collections.abc import Iterable

SETTLE_SECONDS = 0.5
"""How long a connection that was begun before ``take_no_more`` may take to be established."""

_SO_ATTACH_FILTER = 26
_FILTER = (
    (0x30, 0, 0, 13),  # load the TCP flags
    (0x54, 0, 0, 0x12),  # of them SYN and ACK
    (0x15, 0, 1, 0x02),  # where SYN stands alone
    (0x06, 0, 0, 0),  # drop,
    (0x06, 0, 0, 0xFFFFFFFF),  # else pass
)
"""A classic BPF program for packets that reach a listening socket."""


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


def take_no_more(listeners: Iterable[socket.socket]) -> None:
    """Have the kernel drop attempts to connect, for good, while the sockets stay open.

    Closing a listening socket resets whatever is established and not accepted yet, and more may
    come between the last ``accept`` and the end. After this and SETTLE_SECONDS the queue can be
    emptied once and for all. Whoever tries meanwhile tries again a second later by itself, and is
    refused then, or finds a successor. Elsewhere than on Linux nothing happens.
    """
    if sys.platform != "linux":
        return
    packed = b"".join(struct.pack("HBBI", *instruction) for instruction in _FILTER)
    program = ctypes.create_string_buffer(packed, len(packed))
    option = struct.pack("HP", len(_FILTER), ctypes.addressof(program))
    for listener in listeners:
        listener.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, option)


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

"""The socket that the server listens on."""

from __future__ import annotations

import ctypes
import errno
import socket
import struct
import sys
from collections.abc import Iterable

from consent_app.settings.error import OperatorError

SETTLE_SECONDS = 0.5
"""How long a connection that was started before ``drop_new_connections`` may take to be
established."""

_SO_ATTACH_FILTER = 26
_FILTER = (
    (0x30, 0, 0, 13),  # load the TCP flags
    (0x54, 0, 0, 0x12),  # keep SYN and ACK
    (0x15, 0, 1, 0x02),  # if only SYN is set
    (0x06, 0, 0, 0),  # drop,
    (0x06, 0, 0, 0xFFFFFFFF),  # else pass
)
"""A classic BPF program for packets that arrive at a listening socket."""


class PortTakenError(OperatorError):
    """The server cannot listen on the address. The message says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises PortTakenError."""
    return _listening(host, port, shared=False)


def listen_often(host: str, port: int, number: int) -> list[socket.socket]:
    """Return listening sockets on one port, among which the kernel distributes connections.

    Raises PortTakenError, also if another service shares its port in the same way.
    """
    _listening(host, port, shared=False).close()
    return [_listening(host, port, shared=True) for _ in range(number)]


def _listening(host: str, port: int, *, shared: bool) -> socket.socket:
    listener = socket.socket(_family(host), socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise PortTakenError(describe_listen_error(host, port, error)) from None
    return listener


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def find_host_problem(host: str) -> str | None:
    """Return why no process can listen on this host, whatever the port. None if one can."""
    try:
        with socket.socket(_family(host), socket.SOCK_STREAM) as unused:
            unused.bind((host, 0))
    except OSError as error:
        return f"Cannot listen on {host}: {error.strerror}."
    return None


def drop_new_connections(listeners: Iterable[socket.socket]) -> None:
    """Make the kernel drop all new connection attempts, while the sockets stay open.

    Closing a listening socket resets connections that are established but not accepted, and more
    may arrive between the last ``accept`` and the close. After this call and SETTLE_SECONDS, the
    queue can be emptied once and for all. A client whose attempt was dropped retries after a
    second, and then is refused or reaches the successor. Where the kernel lets only privileged
    processes attach a filter, one connection at a time may still arrive. On systems other than
    Linux nothing happens.
    """
    if sys.platform != "linux":
        return
    packed = b"".join(struct.pack("HBBI", *instruction) for instruction in _FILTER)
    program = ctypes.create_string_buffer(packed, len(packed))
    option = struct.pack("HP", len(_FILTER), ctypes.addressof(program))
    for listener in listeners:
        try:
            listener.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, option)
        except PermissionError:
            listener.listen(0)


def describe_listen_error(host: str, port: int, error: OSError, setting: str | None = None) -> str:
    """Return the message for an operator about an address that cannot be listened on.

    ``setting`` is the setting that names the port; None for the server's own port.
    """
    if error.errno == errno.EADDRINUSE:
        instead = f"PORT={port + 1 if port < 65535 else 6543} in the environment, or consent.port"
        return (
            f"Port {port} of {host} is taken. Stop what listens there, or choose another port:"
            f" {setting or instead}."
        )
    return f"Cannot listen on port {port} of {host}: {error.strerror}."

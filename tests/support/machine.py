"""Properties of this machine that no installation can change."""

from __future__ import annotations

import ctypes
import socket
import struct
import tarfile
from pathlib import Path

import pytest

NOT_ON_THIS_KERNEL = "This kernel refuses"
"""The beginning of the reason for such a skip, which REQUIRE_ALL does not turn into a failure."""

_SO_ATTACH_FILTER = 26


def _attaches_filters() -> bool:
    accept = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0xFFFFFFFF), 8)
    with socket.socket() as plain:
        try:
            program = struct.pack("HP", 1, ctypes.addressof(accept))
            plain.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program)
        except OSError:
            return False
    return True


needs_filters = pytest.mark.skipif(
    not _attaches_filters(), reason=f"{NOT_ON_THIS_KERNEL} a socket's filter to this user."
)
"""For tests of stopping without resetting a connection (``consent_app.server.listener``)."""


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack a trusted archive. Python before 3.11.4, as in Debian 12, has no filters."""
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
    else:
        archive.extractall(folder)

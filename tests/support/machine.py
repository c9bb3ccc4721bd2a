"""What a machine cannot be given by installing something."""

from __future__ import annotations

import ctypes
import socket
import struct
import tarfile
from pathlib import Path

import pytest

NOT_ON_THIS_KERNEL = "This kernel refuses"
"""What a skip for that begins with. It stays one where everything else has to run."""

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
"""For tests of a stop that resets no connection (``consent_app.server.listener``)."""


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack an archive of our own. Python before 3.11.4, Debian 12's, knows no filters."""
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
    else:
        archive.extractall(folder)

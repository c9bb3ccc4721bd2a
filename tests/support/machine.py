"""What this machine must have for a whole run, and what no installation can give it."""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import struct
import subprocess
import tarfile
from contextlib import suppress
from pathlib import Path

import pytest

REQUIRE_ALL = os.environ.get("REQUIRE_ALL", "") not in ("", "0")
"""Whether everything has to run, as in ``.ci/run``: what would be skipped fails."""

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


def _has_ipv6() -> bool:
    with suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


needs_ipv6 = pytest.mark.skipif(not _has_ipv6(), reason=f"{NOT_ON_THIS_KERNEL} IPv6.")


def path_for_namespaces(*programs: str, kinds: tuple[str, ...]) -> str:
    """Return the PATH that has these programs. Skip the test where nobody may have namespaces of
    these ``kinds``, which are options of unshare."""
    path = os.environ["PATH"] + ":/usr/sbin"
    needed = ("unshare", *programs)
    if os.geteuid() != 0 or any(shutil.which(name, path=path) is None for name in needed):
        pytest.skip(f"It needs root and {', '.join(needed)}: run it on Debian as root.")
    if subprocess.run(["unshare", *kinds, "true"], check=False).returncode:
        pytest.skip(f"{NOT_ON_THIS_KERNEL}: it allows no namespaces.")
    return path


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack a trusted archive. Python before 3.11.4, as in Debian 12, has no filters."""
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
    else:
        archive.extractall(folder)

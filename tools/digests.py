"""The digest of several files, for stamps that say what a generated file was made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest_of(files: Iterable[Path]) -> str:
    """Return the SHA-256 of the files' contents in this order, as hexadecimal digits."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()

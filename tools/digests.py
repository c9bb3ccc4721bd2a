"""The digest of several files, for stamps that say what a generated file was made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest_of(files: Iterable[Path]) -> str:
    """Return the SHA-256 of the files' contents in this order, as hexadecimal digits."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()


def is_stale(stamp: Path, digest: str) -> bool:
    """Return whether a stamp is missing, or is not the digest of the present sources."""
    return not stamp.is_file() or stamp.read_text(encoding="ascii").strip() != digest

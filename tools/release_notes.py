"""``python -m tools.release_notes VERSION``: the notes of a release, from CHANGELOG.md.

Prints them for the message of the release's tag. Fails if CHANGELOG.md has no section for the
version, or if setup.cfg has another version.
"""

from __future__ import annotations

import configparser
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def notes(changelog: str, version: str) -> str | None:
    """Return the section of a version with its heading, or None."""
    match = re.search(
        rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    return f"consent-app {version}\n\n{match[1].strip()}\n" if match else None


def main(arguments: list[str]) -> int:
    """Print the notes; return the exit status."""
    if len(arguments) != 1:
        print("Usage: python -m tools.release_notes VERSION", file=sys.stderr)
        return 2
    (version,) = arguments
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")
    if setup["metadata"]["version"] != version:
        print(f"setup.cfg says {setup['metadata']['version']}, not {version}.", file=sys.stderr)
        return 1
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    if text is None:
        print(f"CHANGELOG.md has no section {version}.", file=sys.stderr)
        return 1
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

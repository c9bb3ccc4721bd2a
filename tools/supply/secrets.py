"""``python -m tools.supply.secrets``: look for secrets in the project's files.

It uses the patterns of detect-secrets and two of our own, for API keys and server keys. Known false
positives (examples, tests) are listed in ``known_secrets.txt`` by their SHA-256 and the file in
which they were found first. ``--accept`` writes that file; review it before you commit it.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.plugins.base import RegexBasedDetector

from tools.supply.packages import ROOT

KNOWN = Path(__file__).parent / "known_secrets.txt"
# These patterns match too much: any number with dots, any text after "password".
WITHOUT = {"IPPublicDetector", "KeywordDetector"}
OURS = {
    "API key": re.compile(r"\bcmk_[0-9a-f]{32}_[0-9A-Za-z]{40,}\b"),
    "server key": re.compile(r"\bk[0-9a-f]{8}:[0-9A-Za-z_-]{43}\b"),
}
# Generated from files that are checked themselves, or not text.
DERIVED = re.compile(
    r"^clients/(openapi-3\.0\.yaml|.*/generated/)|^docs/releases/|/samples\.json$|package-lock\.json$"
    r"|requirements\.lock$|\.(gz|bloom|png|po|mmdb|sha256)$|known_secrets\.txt$|vendor\.js$"
)


@dataclass(frozen=True, order=True, slots=True)
class Finding:
    """A possible secret: its file, line, type and digest, but never its text."""

    file: str
    line: int
    kind: str
    digest: str


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield each type of secret with its pattern."""
    for kind, detector in sorted(get_mapping_from_secret_type_to_class().items()):
        if issubclass(detector, RegexBasedDetector) and detector.__name__ not in WITHOUT:
            yield from ((kind, expression) for expression in detector().denylist)
    yield from OURS.items()


def findings(file: str, text: str) -> Iterator[Finding]:
    """Yield each possible secret in a file's text."""
    for kind, expression in patterns():
        for match in expression.finditer(text):
            digest = hashlib.sha256(match[0].encode()).hexdigest()[:16]
            yield Finding(file, text.count("\n", 0, match.start()) + 1, kind, digest)


def project_files() -> list[str]:
    """Return the files that are tracked, or about to be."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if not DERIVED.search(name)]


def main() -> None:
    """Print every unknown secret, and exit with status 1 if there are any."""
    possible = set()
    for name in project_files():
        path = ROOT / name
        if path.is_file():
            possible.update(findings(name, path.read_text(encoding="utf-8", errors="replace")))
    if sys.argv[1:] == ["--accept"]:
        first = {item.digest: item.file for item in sorted(possible, reverse=True)}
        rows = sorted(f"{digest} {file}\n" for digest, file in first.items())
        KNOWN.write_text("".join(rows), encoding="utf-8")
        return
    accepted = {row.partition(" ")[0] for row in KNOWN.read_text(encoding="utf-8").splitlines()}
    unknown = sorted(item for item in possible if item.digest not in accepted)
    for item in unknown:
        print(f"{item.file}:{item.line}: this looks like a secret ({item.kind})", file=sys.stderr)
    if unknown:
        print(
            "Remove it, also from the history, and revoke it if it has left this machine. If it is"
            " no secret: python -m tools.supply.secrets --accept",
            file=sys.stderr,
        )
        sys.exit(1)
    print("No secrets found.")


if __name__ == "__main__":
    main()

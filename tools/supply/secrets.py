"""``python -m tools.supply.secrets``: does a file of the project hold a secret?

The patterns are those of detect-secrets, and two of our own: API keys and server keys. What is
known to be none (examples, the tests' own) stands in ``known_secrets.txt`` by its SHA-256 and the
file where it was found first; ``--accept`` writes that file, to be read before it is committed.
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
# Any number with dots is an address to it, and any text after "password" a password.
WITHOUT = {"IPPublicDetector", "KeywordDetector"}
OURS = {
    "API key": re.compile(r"\bcmk_[0-9a-f]{32}_[0-9A-Za-z]{40,}\b"),
    "server key": re.compile(r"\bk[0-9a-f]{8}:[0-9A-Za-z_-]{43}\b"),
}
# Made from files that are looked through themselves, or read by no person.
DERIVED = re.compile(
    r"^clients/(openapi-3\.0\.yaml|.*/generated/)|^docs/releases/|/samples\.json$|package-lock\.json$"
    r"|requirements\.lock$|\.(gz|bloom|png|po|mmdb|sha256)$|known_secrets\.txt$|vendor\.js$"
)


@dataclass(frozen=True, order=True, slots=True)
class Finding:
    """What looks like a secret: its file, its line, its kind and its digest, never itself."""

    file: str
    line: int
    kind: str
    digest: str


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Give each kind of secret with an expression that finds it."""
    for kind, detector in sorted(get_mapping_from_secret_type_to_class().items()):
        if issubclass(detector, RegexBasedDetector) and detector.__name__ not in WITHOUT:
            yield from ((kind, expression) for expression in detector().denylist)
    yield from OURS.items()


def findings(file: str, text: str) -> Iterator[Finding]:
    """Give everything in a file's text that looks like a secret."""
    for kind, expression in patterns():
        for match in expression.finditer(text):
            digest = hashlib.sha256(match[0].encode()).hexdigest()[:16]
            yield Finding(file, text.count("\n", 0, match.start()) + 1, kind, digest)


def project_files() -> list[str]:
    """Return the files that are, or are about to be, in the project's history."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if not DERIVED.search(name)]


def main() -> None:
    """Name every unknown secret, and leave with 1 if there is one."""
    result = set()
    for name in project_files():
        path = ROOT / name
        if path.is_file():
            result.update(findings(name, path.read_text(encoding="utf-8", errors="replace")))
    if sys.argv[1:] == ["--accept"]:
        first = {item.digest: item.file for item in sorted(result, reverse=True)}
        rows = sorted(f"{digest} {file}\n" for digest, file in first.items())
        KNOWN.write_text("".join(rows), encoding="utf-8")
        return
    accepted = {row.partition(" ")[0] for row in KNOWN.read_text(encoding="utf-8").splitlines()}
    unknown = sorted(item for item in result if item.digest not in accepted)
    for item in unknown:
        print(f"{item.file}:{item.line}: this looks like a secret ({item.kind})", file=sys.stderr)
    if unknown:
        print(
            "Take it out, and out of the history; what has left this machine must be revoked. If it"
            " is none: python -m tools.supply.secrets --accept",
            file=sys.stderr,
        )
        sys.exit(1)
    print("No file of the project holds a secret.")


if __name__ == "__main__":
    main()

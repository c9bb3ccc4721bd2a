"""``make fuzz``: schemathesis at length, group by group of operations (the document's tags).

Each group gets ``FUZZ_CASES`` cases (10,000), shared among its operations, from the fixed seed of
schemathesis.toml, and at most ``FUZZ_SECONDS`` (no bound). ``FUZZ_GROUPS`` names some of the groups
only, parted by commas; ``FUZZ_DATABASE`` is ``sqlite`` or ``postgresql``. See docs/fuzzing.md.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import yaml

from consent_app.api.document import Document

ROOT = Path(__file__).resolve().parent.parent
CASES = 10_000


def groups(document: Document) -> Counter[str]:
    """Return how many operations each tag has."""
    return Counter(operation["tags"][0] for *_, operation in document.operations())


def main() -> None:
    """Fuzz each group in a process of its own; leave with 1 when any found something."""
    text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    counts = groups(Document(yaml.safe_load(text)))
    cases = int(os.environ.get("FUZZ_CASES", CASES))
    seconds = os.environ.get("FUZZ_SECONDS")
    asked = os.environ.get("FUZZ_GROUPS")
    wanted = [name.strip() for name in asked.split(",")] if asked else list(counts)
    if unknown := set(wanted) - set(counts):
        sys.exit(f"No such group: {', '.join(sorted(unknown))}. There are: {', '.join(counts)}.")
    failed = []
    for group in wanted:
        each = max(1, -(-cases // counts[group]))
        print(f"{group}: {counts[group]} operations, {each} cases each", flush=True)
        environ = os.environ | {"FUZZ_GROUP": group, "FUZZ_EXAMPLES": str(each)}
        command = [
            *(sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"),
            *("-o", "faulthandler_timeout=0", "tests/contract/test_schemathesis.py"),
            *("-k", os.environ.get("FUZZ_DATABASE", "sqlite")),
        ]
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=environ, check=False, timeout=seconds and float(seconds)
            )
        except subprocess.TimeoutExpired:
            print(f"{group}: stopped after {seconds} seconds; nothing is said of it", flush=True)
            continue
        if done.returncode:
            failed.append(group)
    if failed:
        sys.exit(f"Something was found in: {', '.join(failed)}.")


if __name__ == "__main__":
    main()

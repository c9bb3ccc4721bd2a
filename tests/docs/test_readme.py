"""The shell blocks of README.md and docs/receipts.md, run unchanged and in order."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.factories import unique
from tests.support.live_server import LiveServer


def blocks(page: Path) -> str:
    """Return all shell blocks of a page as one script."""
    text = page.read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl was not found: apt-get install curl")
def test_the_walk_through_ends_with_the_receipt(
    live_server: LiveServer, project: Path, tmp_path: Path
) -> None:
    walk = blocks(project / "README.md")
    assert walk.count("curl -sS") == 10
    export, proofs = blocks(project / "docs" / "receipts.md").split("mkdir -p")
    proofs = f"mkdir -p{proofs}"
    assert "include=proof" in proofs
    none = proofs.replace("include=proof", "include=proof&to=2000-01-01T00:00:00Z")
    script = "\n".join([walk, export, proofs, 'OUT="$OUT/none"', none])
    environ = {
        "PATH": os.environ["PATH"],
        "BASE": live_server.url,
        "EMAIL": f"{unique('ada')}@example.com",
        "SHOP": str(tmp_path / "shop"),
        "OUT": str(tmp_path),
    }

    def paste(script: str, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-u", *options, "-c", script],
            env=environ,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    completed = paste(script, "-e", "-o", "pipefail")
    assert completed.returncode == 0, completed.stderr
    # Pasted again, it reports the error and stops.
    repeated = paste(walk)
    assert "already registered" in repeated.stderr
    assert "CHALLENGE: " in repeated.stderr
    assert "Traceback" not in repeated.stderr
    decoder = json.JSONDecoder()
    answers, at = [], 0
    while at < len(completed.stdout):
        answer, at = decoder.raw_decode(completed.stdout, at)
        answers.append(answer)
    published, recorded, receipts = answers
    assert published["version"] == 1
    assert len(receipts) == 1, receipts
    (receipt,) = receipts
    assert receipt["id"] == recorded["id"]
    assert receipt["hostname"] == "shop.localhost"
    exported = (tmp_path / "receipts.ndjson").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in exported] == [recorded["id"]]
    (proof,) = map(json.loads, (tmp_path / "proofs.ndjson").read_text("utf-8").splitlines())
    shown = {path.name: path.read_text("utf-8") for path in (tmp_path / "shown").iterdir()}
    # Each file of the script names the next.
    names = [proof["scriptDigest"]]
    for file in ("choices", "gpp"):
        (start,) = re.findall(rf"{file}\.js\?v=(\w{{12}})", shown[names[-1]])
        names += [name for name in shown if name.startswith(start)]
    assert len(names) == 3
    assert shown.keys() == {proof["wordingDigest"], *names}
    # Without receipts there is the script only.
    assert {path.name for path in (tmp_path / "none" / "shown").iterdir()} == set(names)
    page = (tmp_path / "shop" / "index.html").read_text()
    assert f'data-domain="{receipt["domainId"]}"' in page

"""The README's walk-through, run as it stands: its shell blocks pasted one after the other."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.factories import unique
from tests.live import LiveServer


def blocks(project: Path) -> str:
    """Return all of the README's shell blocks as one script."""
    text = (project / "README.md").read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl was not found: apt-get install curl")
def test_the_walk_through_ends_with_the_receipt(
    live_server: LiveServer, project: Path, tmp_path: Path
) -> None:
    script = blocks(project)
    assert script.count("curl -sS") == 10
    done = subprocess.run(
        ["bash", "-e", "-u", "-o", "pipefail", "-c", script],
        env={
            "PATH": os.environ["PATH"],
            "BASE": live_server.url,
            "EMAIL": f"{unique('ada')}@example.com",
            "SHOP": str(tmp_path / "shop"),
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    decoder = json.JSONDecoder()
    answers, at = [], 0
    while at < len(done.stdout):
        answer, at = decoder.raw_decode(done.stdout, at)
        answers.append(answer)
    published, recorded, receipts = answers
    assert published["version"] == 1
    assert len(receipts) == 1, receipts
    (receipt,) = receipts
    assert receipt["id"] == recorded["id"]
    assert receipt["hostname"] == "shop.localhost"
    page = (tmp_path / "shop" / "index.html").read_text()
    assert f'data-domain="{receipt["domainId"]}"' in page

"""The alert rules, judged by Prometheus's own tool."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

RULES = Path(__file__).with_name("alerts.yaml")


@pytest.mark.skipif(
    shutil.which("promtool") is None,
    reason="promtool was not found: apt-get install --no-install-recommends prometheus",
)
def test_alerts_fire_and_resolve(project: Path, tmp_path: Path) -> None:
    rules = tmp_path / "alerts.yaml"
    text = RULES.read_text()
    rules.write_text(text.replace("ALERTS", str(project / "deploy/prometheus/alerts.yaml")))
    result = subprocess.run(
        ["promtool", "test", "rules", rules], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_each_alert_is_explained(project: Path) -> None:
    rules = yaml.safe_load((project / "deploy/prometheus/alerts.yaml").read_text())
    guide = (project / "docs/self-hosting.md").read_text()
    section = guide.partition("\n### Alerts\n")[2].partition("\n#")[0]
    names = [rule["alert"] for rule in rules["groups"][0]["rules"]]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == names

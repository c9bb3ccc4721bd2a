"""The recipe of docs/self-hosting.md, block after block, on Debian."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support import postgres
from tests.support.machine import path_for_namespaces

NEEDED = ("runuser", "systemd-analyze", "nginx", "openssl", "curl", "ip")


@pytest.fixture(scope="module")
def recipe_result(project: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of following the recipe, in its own namespaces."""
    path = path_for_namespaces(*NEEDED, kinds=("--mount", "--net"))
    server = postgres.start()
    if server is None:
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    server.folder.chmod(0o755)
    try:
        completed = subprocess.run(
            [
                *("unshare", "--mount", "--net", sys.executable, "-m", "tests.support.recipe"),
                *(str(tmp_path_factory.mktemp("memory")), str(server.folder)),
            ],
            cwd=project,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    finally:
        server.stop()
    assert completed.returncode == 0, completed.stdout + completed.stderr
    return json.loads(completed.stdout.splitlines()[-1])


def test_systemd_does_not_give_up(project: Path) -> None:
    units = sorted((project / "deploy" / "systemd").glob("*.service"))
    assert [unit.name for unit in units] == ["consent-web.service", "consent-worker.service"]
    for unit in units:
        # By default it stops after five starts in ten seconds, and refuses the operator's own next.
        assert "\nStartLimitIntervalSec=0\n" in unit.read_text(), unit.name


def test_systemd_waits_for_the_start(project: Path) -> None:
    for unit in sorted((project / "deploy" / "systemd").glob("*.service")):
        assert "\nType=notify\n" in unit.read_text(), unit.name


def test_the_recipe_ends_in_a_service_behind_tls(recipe_result: dict[str, Any]) -> None:
    assert json.loads(recipe_result["ready"])["status"] == "ok"
    assert json.loads(recipe_result["https"])["status"] == "ok"
    assert recipe_result["redirect"] == "301 https://consent.example/docs/?x=1"
    assert "Nothing is wrong." in recipe_result["output"]
    assert "/reset#token=" in recipe_result["owner"]
    assert recipe_result["owner"].startswith("acme\t")


def test_secrets_are_the_services_own_and_printed_nowhere(recipe_result: dict[str, Any]) -> None:
    assert recipe_result["modes"] == {
        f"/etc/consent/{name}": "640 root:consent"
        for name in ("database_url", "environment", "secret_keys", "smtp_url")
    }
    printed = recipe_result["output"] + "".join(recipe_result["logs"].values())
    assert "password@mail" not in printed
    assert "(secret)" in recipe_result["output"]


def test_the_proxy_logs_no_token_and_shows_addresses_to_nobody_else(
    recipe_result: dict[str, Any],
) -> None:
    assert recipe_result["away"] == ["502", "301"]
    assert recipe_result["nginx_log"] == "640 www-data:adm"
    log = recipe_result["nginx_logs"]["consent.log"]
    assert '"GET /v1/unsubscribe/one-click" 502' in log
    # With an address, the time would tell whose receipt is whose.
    visits = [line for line in log.splitlines() if '"GET /v1/public/banner.js" 200' in line]
    assert [line.split()[0] for line in visits] == ["-"]
    for name, log in recipe_result["nginx_logs"].items():
        assert "the-token" not in log, name


def test_the_units_are_sound(recipe_result: dict[str, Any]) -> None:
    # `systemd-analyze security` has held the sandbox to 2.5 of 10 at most.
    assert recipe_result["units"] == ["consent-web.service", "consent-worker.service"]
    assert recipe_result["verify"] == ""
    for log in recipe_result["logs"].values():
        assert "Traceback" not in log
        assert "ERROR" not in log

"""Follow the recipe of docs/self-hosting.md on this machine, which must run Debian.

tests/docs/test_self_hosting.py starts this in separate namespaces: files written to /etc, /srv,
/var, /run and /usr/local stay in memory, and the only network is loopback. Prints its findings as
JSON.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent.parent
CHANGED = ("/etc", "/srv", "/var", "/run", "/usr/local")
BLOCK = re.compile(r"(?:<!-- recipe: (\w+) -->\n\n)?```sh\n(.*?)```", re.DOTALL)
END = "## Mail"
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def run(command: str) -> str:
    """Run a shell command as root; fail with its output."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=PROJECT,
        # The recipe's own command, not that of a virtual environment in use.
        env=os.environ | {"PATH": SYSTEM_PATH},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def isolate(memory: Path) -> None:
    """Mount a layer in memory over every folder that the recipe writes to."""
    run(f"mount -t tmpfs -o mode=755 none {memory}")
    # Other users need access to this project and its Python.
    reached = {"/" + path.split("/")[1] for path in (sys.base_prefix, sys.prefix, str(PROJECT))}
    folders = [*CHANGED, *sorted(reached - {"/usr", "/tmp"})]
    for number, folder in enumerate(folders):
        upper, work = memory / f"u{number}", memory / f"w{number}"
        upper.mkdir(mode=0o755)
        work.mkdir()
        options = f"lowerdir={folder},upperdir={upper},workdir={work}"
        run(f"mount -t overlay overlay -o {options} {folder}")
        run(f"chmod 755 {folder}")
    run("ip link set lo up")


def blocks() -> list[tuple[str, str]]:
    """Return the recipe's blocks in order, each with its kind."""
    text = (PROJECT / "docs" / "self-hosting.md").read_text(encoding="utf-8")
    return BLOCK.findall(text[: text.index(END)])


def substitute(kind: str) -> None:
    """Run the equivalent of a block that needs systemd, or whose work is already done."""
    if kind == "packages":
        run(f"mkdir -p /srv/consent && ln -sfn {sys.prefix} /srv/consent/.venv")
    else:
        assert kind == "systemd", kind


def start(unit: str, log: Path) -> subprocess.Popen[bytes]:
    """Start a unit's ExecStart as its user, in its folder, with its environment."""
    text = Path(f"/etc/systemd/system/{unit}").read_text()
    options = dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))
    script = (
        f"set -a; . {options['EnvironmentFile']}; set +a; umask {options['UMask']};"
        f" cd {options['WorkingDirectory']};"
        f" exec runuser --user {options['User']} -- {options['ExecStart']}"
    )
    return subprocess.Popen(["bash", "-c", script], stdout=log.open("wb"), stderr=subprocess.STDOUT)


def wait_for(url: str) -> str:
    """Wait until a URL answers, and return the response."""
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as response:
                return str(response.read().decode())
        except OSError:
            assert time.monotonic() < deadline, url
            time.sleep(0.2)


def main(memory: Path, sockets: str) -> None:
    """Follow the recipe, then check the resulting installation."""
    isolate(memory)
    run(f"mkdir -p /run/postgresql && mount --bind {sockets} /run/postgresql")
    run(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=consent.example"
        " -keyout /etc/ssl/consent.key -out /etc/ssl/consent.pem"
    )
    findings: dict[str, Any] = {"output": ""}
    for kind, block in blocks():
        if kind:
            substitute(kind)
        else:
            findings["output"] += run(block)
    units = sorted(str(path) for path in Path("/etc/systemd/system").glob("consent-*.service"))
    findings["units"] = [Path(path).name for path in units]
    findings["verify"] = run(f"systemd-analyze verify {' '.join(map(shlex.quote, units))}")
    for unit in units:
        run(f"systemd-analyze security --offline=true --threshold=25 {unit}")
    findings["modes"] = {
        str(path): f"{path.stat().st_mode & 0o777:o} {path.owner()}:{path.group()}"
        for path in sorted(Path("/etc/consent").iterdir())
    }
    os.environ["PATH"] += ":/usr/sbin"
    processes = [start(Path(unit).name, memory / Path(unit).name) for unit in units]
    nginx = subprocess.Popen(["nginx", "-g", "daemon off;"])
    try:
        findings["ready"] = wait_for("http://127.0.0.1:6543/v1/health/ready")
        curl = "curl -sk --connect-to ::127.0.0.1:"
        findings["https"] = run(f"{curl} https://consent.example/v1/health/ready")
        form = "%{http_code} %{redirect_url}"
        findings["redirect"] = run(
            f"{curl} -w '{form}' -o /dev/null 'http://consent.example/docs/?x=1'"
        )
        run(f"{curl} -o /dev/null https://consent.example/v1/public/banner.js?domain=the-domain")
        owner = "consent-app user create-owner --new-workspace Acme ada@example.com --print-link"
        findings["owner"] = run(owner)
        for process in processes:
            process.terminate()
            process.wait(timeout=20)
        link = "consent.example/v1/unsubscribe/one-click?token=the-token"
        findings["away"] = [
            run(f"{curl} -w '%{{http_code}}' -o /dev/null '{scheme}://{link}'")
            for scheme in ("https", "http")
        ]
        log = Path("/var/log/nginx/consent.log")
        findings["nginx_log"] = f"{log.stat().st_mode & 0o777:o} {log.owner()}:{log.group()}"
        findings["nginx_logs"] = {path.name: path.read_text() for path in log.parent.glob("*.log")}
    finally:
        for process in (*processes, nginx):
            process.terminate()
        for process in (*processes, nginx):
            process.wait(timeout=20)
    findings["logs"] = {unit: (memory / Path(unit).name).read_text() for unit in findings["units"]}
    print(json.dumps(findings))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

"""nginx and other proxies, which tests start in front of the service."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.processes import end_with_parent, wait_until_it_listens

_NGINX = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/http.conf;
}}
"""


def program(name: str, package: str) -> str:
    """Return the path of a program. Skips the test if it is not installed."""
    path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if path is None:
        pytest.skip(f"{name} was not found. On Debian: apt-get install {package}")
    return path


@contextmanager
def nginx(folder: Path, http: str, port: int) -> Iterator[None]:
    """Run nginx, which listens on ``port``. ``http`` is what its block ``http`` contains."""
    command = [program("nginx", "nginx-light"), "-p", str(folder), "-e", str(folder / "error.log")]
    (folder / "http.conf").write_text(http)
    (folder / "nginx.conf").write_text(_NGINX.format(folder=folder))
    with proxy([*command, "-c", str(folder / "nginx.conf")], port, folder / "nginx.log"):
        yield


@contextmanager
def proxy(
    command: Sequence[str], port: int, log: Path, environ: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Run a proxy that listens on ``port``. Its output goes to ``log``."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=os.environ | (environ or {}),
            stdout=output,
            stderr=output,
            preexec_fn=end_with_parent,
        )
    try:
        wait_until_it_listens(port)
        yield
    finally:
        process.terminate()
        process.wait(timeout=10)

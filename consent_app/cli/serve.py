"""``consent-app serve``: migrate, then a server and a worker side by side, until one of them ends.

The two are children in the same process group. They hold one end of a pipe whose other end is this
process's alone: it closes when this process ends in whatever way, and then they end too.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time

import click

from consent_app.cli.demo import seed_demo
from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.composition import build_application
from consent_app.db import migrate
from consent_app.readiness.service import check_start
from consent_app.server.listener import listen
from consent_app.server.shutdown import GRACE_SECONDS, Stopping

log = logging.getLogger(__name__)

_LOOK_SECONDS = 0.2


@click.command()
@ini_argument
def command(ini: str | None) -> int:
    """Migrate the database, then run a web process and a worker until one of them ends.

    The exit status is 1 when one of them ended without being told to.
    """
    stopping = Stopping()
    start_logging(ini)
    settings = settings_of(ini)
    # First of all: a port that is taken is told before anything is done.
    listener = listen(settings.host, settings.port)
    migrate.upgrade(settings.database_url)
    app = build_application(settings)
    check_start(app)
    if settings.development:
        seed_demo(app)
    app.database.dispose()
    if stopping.requested.is_set():
        return 0
    theirs, ours = os.pipe()
    number = listener.fileno()
    children = [
        _start(ini, "web", theirs, "--socket", str(number), keep=(number,)),
        _start(ini, "worker", theirs),
    ]
    listener.close()
    os.close(theirs)
    while not stopping.requested.wait(_LOOK_SECONDS) and all(c.poll() is None for c in children):
        pass
    by_itself = not stopping.requested.is_set()
    os.close(ours)
    _wait(children)
    return 1 if by_itself else 0


def _start(
    ini: str | None, command: str, pipe: int, *more: str, keep: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    settings = ["--ini", ini] if ini is not None else []
    arguments = [command, *settings, "--parent", str(pipe), *more]
    return subprocess.Popen(  # noqa: S603 - this program itself
        [sys.executable, "-m", "consent_app.cli", *arguments], pass_fds=(pipe, *keep)
    )


def _wait(children: list[subprocess.Popen[bytes]]) -> None:
    deadline = time.monotonic() + GRACE_SECONDS + 0.5
    for child in children:
        try:
            child.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            log.warning("Process %d did not end in time and was killed.", child.pid)
            child.kill()
            child.wait()

"""A worker process for tests: ``-m tests.support.worker_process URL VAR_DIR MARKS LEASE_SECONDS``.

Its one handler appends the job's number to the file MARKS. SIGTERM ends it gracefully. With a fifth
argument it only loads what a worker needs, and forks one for each line on its standard input; it
answers with the worker's process id. Tests that kill many workers thus save many starts.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from consent_app.application import Application
from consent_app.jobs import JobRegistry
from consent_app.jobs.worker import Worker
from tests.support.harness import make_application, make_settings
from tests.support.processes import end_with_parent


def main(url: str, var_dir: str, marks: str, lease: str) -> None:
    """Work until SIGTERM."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    file = os.open(marks, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def mark(application: Application, payload: dict[str, Any]) -> None:
        time.sleep(payload.get("seconds", 0))
        os.write(file, f"{payload['number']}\n".encode())

    application = make_application(make_settings(url, Path(var_dir)))
    registry = JobRegistry(handlers={"test.mark": mark})
    Worker(application, registry, lease=timedelta(seconds=float(lease))).run(stop, threads=2)


def fork_workers(*arguments: str) -> None:
    """Fork a worker for each line of the input."""
    # Nobody waits for them: the system buries the killed ones.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            end_with_parent()
            main(*arguments)
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 5:
        fork_workers(*sys.argv[1:5])
    else:
        main(*sys.argv[1:])

"""``consent-app web`` in separate processes, like several servers of one installation."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.processes import end_with_parent, free_port, wait_until_it_answers
from tests.support.secrecy import WATCH
from tests.support.warm_process import WarmProcess

ORIGIN = "http://localhost:6543"


@dataclass
class WebProcess:
    """One server on its own port. Changes of its settings, ``environ``, apply at the next start."""

    database_url: str
    var_dir: Path
    log: Path
    environ: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    starts: Callable[..., subprocess.Popen[bytes]] = WarmProcess
    """How it is started: ``subprocess.Popen`` has the system execute it."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, command: str = "web") -> None:
        """Start it, without waiting."""
        WATCH.logs.add(self.log)
        with self.log.open("ab") as output:
            self.process = self.starts(
                [sys.executable, "-m", "consent_app.cli", command],
                env=os.environ | self._settings() | self.environ,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=end_with_parent,
            )

    def _settings(self) -> Mapping[str, str]:
        return {
            "PORT": str(self.port),
            "CONSENT_ENVIRONMENT": "development",
            "CONSENT_DATABASE_URL": self.database_url,
            "CONSENT_VAR_DIR": str(self.var_dir),
            # The public URL, which is the same whatever the port.
            "CONSENT_PUBLIC_ORIGIN": ORIGIN,
            "CONSENT_BASE_URL": ORIGIN,
        }

    def wait_until_ready(self) -> None:
        """Wait until ``health/ready`` returns 200."""
        assert self.process is not None
        wait_until_it_answers(f"{self.url}/v1/health/ready", self.process, self.log)

    def stop(self) -> int:
        """Stop it with SIGTERM; return its exit status."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=15)
        finally:
            self.process.kill()
            self.process = None

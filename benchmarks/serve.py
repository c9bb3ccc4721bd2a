"""A server's process: ``python -m benchmarks.serve VARIANT WORLD``. Prints its port and serves."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from benchmarks.scenario import Scenario
from benchmarks.variants import VARIANTS
from consent_app.server.http import HttpServer
from consent_app.server.memory import share_arenas
from tests.support.processes import free_port


def main(variant: str, scenario_file: str) -> None:
    """Serve one variant on a free port of the loopback address until killed."""
    logging.basicConfig(level=logging.ERROR)
    if variant == "granian":
        serve_with_granian(scenario_file)
        return
    scenario = Scenario.load(Path(scenario_file))
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)
    if variant == "fastapi":
        import uvicorn

        from benchmarks.peers.fastapi_app import make_peer

        config = uvicorn.Config(make_peer(scenario), log_level="warning", access_log=False)
        uvicorn.Server(config).run(sockets=[listener])
    else:
        share_arenas()
        app = VARIANTS[variant](scenario)
        threads = app.registry.application.settings.threads
        HttpServer(app, listener, threads=threads).run(0)


def serve_with_granian(scenario_file: str) -> None:
    """Serve the whole application with granian on ``BENCHMARK_PORT``, with our number of threads.

    It runs in one process, or in ``BENCHMARK_WORKERS`` processes, each pinned to a core."""
    port = os.environ.get("BENCHMARK_PORT") or str(free_port())
    workers = int(os.environ.get("BENCHMARK_WORKERS", "1"))
    print(port, flush=True)
    if workers == 1:
        _run_granian(scenario_file, int(port))
        return
    environ = os.environ | {"BENCHMARK_PORT": port, "BENCHMARK_WORKERS": "1"}
    command = [sys.executable, "-m", "benchmarks.serve", "granian", scenario_file]
    processes = [subprocess.Popen(command, env=environ) for _ in range(workers)]
    for core, process in enumerate(processes):
        # This must happen before it starts a thread.
        os.sched_setaffinity(process.pid, {core})

    def stop(*_: object) -> None:
        for process in processes:
            process.terminate()

    signal.signal(signal.SIGTERM, stop)
    for process in processes:
        process.wait()


def _run_granian(scenario_file: str, port: int) -> None:
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces, RuntimeModes
    from granian.log import LogLevels

    os.environ["BENCHMARK_SCENARIO"] = scenario_file
    Granian(
        "benchmarks.granian_app:make_app",
        factory=True,
        address="127.0.0.1",
        port=port,
        interface=Interfaces.WSGI,
        blocking_threads=16,
        runtime_mode=RuntimeModes.st,
        http=HTTPModes.http1,
        log_access=False,
        log_level=LogLevels.error,
    ).serve()


if __name__ == "__main__":
    main(*sys.argv[1:])

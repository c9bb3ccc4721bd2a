"""A server's process: ``python -m benchmarks.serve VARIANT WORLD``. Prints its port and serves."""

from __future__ import annotations

import logging
import os
import socket
import sys
from pathlib import Path

from benchmarks.scenario import Scenario
from benchmarks.variants import VARIANTS
from consent_app.server.http import HttpServer
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
        app = VARIANTS[variant](scenario)
        threads = app.registry.application.settings.threads
        HttpServer(app, listener, threads=threads).run(0)


def serve_with_granian(scenario_file: str) -> None:
    """Serve the whole application with granian, in one worker of as many threads as ours has, or in
    ``BENCHMARK_WORKERS`` of them on ``BENCHMARK_PORT``."""
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    port = int(os.environ.get("BENCHMARK_PORT") or free_port())
    os.environ["BENCHMARK_SCENARIO"] = scenario_file
    print(port, flush=True)
    Granian(
        "benchmarks.granian_app:make_app",
        factory=True,
        address="127.0.0.1",
        port=port,
        interface=Interfaces.WSGI,
        workers=int(os.environ.get("BENCHMARK_WORKERS", "1")),
        blocking_threads=16,
        log_access=False,
        log_level=LogLevels.error,
    ).serve()


if __name__ == "__main__":
    main(*sys.argv[1:])

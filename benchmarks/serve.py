"""A server's process: ``python -m benchmarks.serve VARIANT WORLD``. Prints its port and serves."""

from __future__ import annotations

import logging
import socket
import sys
from pathlib import Path

from benchmarks.variants import VARIANTS
from benchmarks.world import World
from consent_app.cli.http import HttpServer


def main(variant: str, world_file: str) -> None:
    """Serve one variant on a free port of the loopback address until killed."""
    logging.basicConfig(level=logging.ERROR)
    world = World.load(Path(world_file))
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)
    if variant == "fastapi":
        import uvicorn

        from benchmarks.peers.fastapi_app import make_peer

        config = uvicorn.Config(make_peer(world), log_level="warning", access_log=False)
        uvicorn.Server(config).run(sockets=[listener])
    else:
        app = VARIANTS[variant](world)
        threads = app.registry.runtime.settings.threads
        HttpServer(app, listener, threads=threads).run(0)


if __name__ == "__main__":
    main(*sys.argv[1:])

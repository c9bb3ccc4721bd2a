"""``consent-app server``: one process that answers HTTP, for systemd or a container."""

from __future__ import annotations

import argparse
import logging
import os
import socket
import sys
from pathlib import Path
from typing import Any

from consent_app import make_app
from consent_app.cli.http import HttpServer
from consent_app.cli.ini import add_ini, settings_of, start_logging
from consent_app.cli.listening import listen
from consent_app.cli.logs import WSGIApp, log_accesses
from consent_app.cli.stopping import GRACE_SECONDS, Stopping
from consent_app.settings import Settings

log = logging.getLogger(__name__)


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("server", help="answer HTTP requests, in one process")
    add_ini(parser)
    # Given by `serve`: the socket that it has opened, and the pipe that ends with it.
    parser.add_argument("--socket", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--parent", type=int, help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    stopping = Stopping(args.parent)
    start_logging(args.ini)
    settings = settings_of(args.ini)
    if args.socket is not None:
        listener = socket.socket(fileno=args.socket)
    else:
        listener = listen(settings.host, settings.port)
    app = make_app(settings)
    wsgi: WSGIApp = log_accesses(app) if settings.access_log else app
    server = HttpServer(wsgi, listener, threads=settings.threads)
    stopping.call(server.stop)
    log.info("Serving on %s port %d", settings.host, settings.port)
    if settings.development:
        print(_welcome(settings), file=sys.stderr, flush=True)
    unanswered = server.run(GRACE_SECONDS)
    app.registry.refusals.flush()
    log.info("The server has ended.")
    logging.shutdown()
    # A thread that still works on a request that was cut off would keep the process.
    os._exit(1 if unanswered else 0)


def _welcome(settings: Settings) -> str:
    origin = settings.base_url
    folder = settings.var_dir / "mail"
    if folder.is_relative_to(Path.cwd()):
        folder = folder.relative_to(Path.cwd())
    mail = "goes to the server that is set" if settings.smtp_url else f"{folder}/"
    return f"""
  The service runs at {origin}/ (Ctrl-C ends it)

    a shop with the banner on it   {origin}/demo/
    the API, as a document         {origin}/openapi.yaml
    the mail it sends              {mail}
    the first steps                README.md
"""

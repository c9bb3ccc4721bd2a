"""``consent-app fork-server``: the process that forks those of ``serve`` and ``web``."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import click

from consent_app import make_app
from consent_app.cli import explanation, name_connections
from consent_app.cli.ini import ini_option, settings_of, start_logging
from consent_app.cli.web_process import run_web
from consent_app.cli.worker import run_worker
from consent_app.processes.forks import Files, Order, name_process, serve_forks
from consent_app.processes.shutdown import Stopping
from consent_app.server.memory import permanent_objects

if TYPE_CHECKING:
    from pyramid.router import Router


@click.command()
@click.option("--control", type=int, required=True)
@ini_option
def command(control: int, ini: str | None) -> None:
    """Make the application, and fork processes that have it."""
    settings = settings_of(ini)
    start_logging(ini, settings)
    with permanent_objects():
        app = make_app(settings)
    name_process("consent-forks")
    with socket.socket(fileno=control) as orders:
        serve_forks(orders, lambda order, files: _run(app, order, files))


def _run(app: Router, order: Order, files: Files) -> int:
    if order.core is not None:
        # Before anything makes threads: they run where this one does.
        os.sched_setaffinity(0, {order.core})
    name_process(f"consent-{order.name}".replace(" ", "-"))
    name_connections([order.kind])
    stopping = Stopping(files.orders)
    try:
        if order.kind == "prepare":
            # A server that migrates nothing does not import it.
            from consent_app.cli.preparation import prepare

            return prepare(app.registry.application)
        if order.kind == "worker":
            return run_worker(app, stopping, files.ready)
        return run_web(app, stopping, files)
    except Exception as error:
        click.echo(f"consent-app: {explanation(error)}", err=True)
        return 2

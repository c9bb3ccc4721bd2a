"""``consent-app jobs``: what waits and what has died, and having the dead done anew."""

from __future__ import annotations

import argparse
from typing import Any
from uuid import UUID

from sqlalchemy import select

from consent_app.cli.ini import add_ini, settings_of
from consent_app.db.session import Database
from consent_app.jobs import queue
from consent_app.jobs.models import Job
from consent_app.runtime import utc_now


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("jobs", help="list jobs, requeue dead ones")
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="list jobs, the oldest first")
    listing.add_argument("--dead", action="store_true", help="only those that were given up")
    listing.add_argument("--limit", type=int, default=100, help="how many at most (100)")
    add_ini(listing)
    listing.set_defaults(run=list_jobs)
    requeue = actions.add_parser("requeue", help="have dead jobs done anew")
    which = requeue.add_mutually_exclusive_group(required=True)
    which.add_argument("--id", type=UUID, help="the one with this id")
    which.add_argument("--all", action="store_true", help="all of them")
    add_ini(requeue)
    requeue.set_defaults(run=requeue_jobs)


def list_jobs(args: argparse.Namespace) -> int:
    """Print a line a job: id, kind, state, attempts, when it is due, why it failed last."""
    database = Database(settings_of(args.ini).database_url)
    statement = select(Job).order_by(Job.id).limit(args.limit)
    if args.dead:
        statement = statement.where(Job.died_at.is_not(None))
    with database.session(read_only=True) as session:
        for job in session.scalars(statement):
            due = f"{job.run_at:%Y-%m-%dT%H:%M:%SZ}"
            print(job.id, job.kind, _state(job), job.attempts, due, job.last_error or "-", sep="\t")
    database.dispose()
    return 0


def requeue_jobs(args: argparse.Namespace) -> int:
    """Requeue one dead job or all; status 1 when there was none."""
    database = Database(settings_of(args.ini).database_url)
    with database.transaction() as session:
        count = queue.requeue(session, utc_now(), args.id)
    database.dispose()
    print(f"Requeued {count}.")
    return 0 if count else 1


def _state(job: Job) -> str:
    if job.died_at is not None:
        return "dead"
    return "running" if job.lease_id is not None and job.run_at > utc_now() else "waiting"

"""``consent-app mail``: entering what people ask for by mail."""

from __future__ import annotations

import argparse
from typing import Any

from consent_app.cli.ini import add_ini, runtime_of
from consent_app.notifications.service import unsubscribe


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("mail", help="unsubscribe who asks for it by mail")
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    leaving = actions.add_parser(
        "unsubscribe",
        help="enter a request that came by mail",
        description="The subject of such a mail, to consent.unsubscribe_address, is the word"
        " unsubscribe and the token.",
    )
    leaving.add_argument("token")
    add_ini(leaving)
    leaving.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Unsubscribe the token's address. Raises InvalidLink."""
    with runtime_of(args.ini) as runtime, runtime.database.transaction() as session:
        done = unsubscribe(session, runtime, args.token, "confirm")
    print(f"{done.email} {'was' if done.already else 'is now'} unsubscribed.")
    return 0

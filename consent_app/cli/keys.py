"""``consent-app keys``: the secret keys that everything is signed and sealed with."""

from __future__ import annotations

import argparse
from typing import Any

from consent_app.settings import new_secret_key


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("keys", help="make a secret key")
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    new = actions.add_parser(
        "new",
        help="print a new key for consent.secret_keys",
        description="Put the new key before the others in consent.secret_keys. The others stay"
        " for as long as something made with them is to be read.",
    )
    new.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a new key."""
    print(new_secret_key())
    return 0

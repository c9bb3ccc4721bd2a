"""``consent-app keys``: the secret keys that everything is signed and sealed with."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from sqlalchemy import select

from consent_app.cli.ini import add_ini, app_section, runtime_of, settings_of
from consent_app.jobs.models import Job
from consent_app.notifications.service import reencrypt_suppressions
from consent_app.runtime import Runtime
from consent_app.settings import new_secret_key
from consent_app.settings.keys import rotate_development_key
from consent_app.sign_in.resealing import reseal

_NEXT = "Restart every server and worker with it, then run `consent-app keys reseal`."


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("keys", help="make and rotate secret keys")
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    new = actions.add_parser(
        "new",
        help="print a new key for consent.secret_keys",
        description="Put the new key before the others in consent.secret_keys. The others stay"
        " for as long as something made with them is to be read.",
    )
    new.set_defaults(run=run)
    rotation = actions.add_parser(
        "rotate",
        help="begin a new newest key",
        description="In development the key is written to var/secret_keys. Where the keys are set,"
        " their new value is printed, for you to set.",
    )
    add_ini(rotation)
    rotation.set_defaults(run=rotate)
    sealing = actions.add_parser(
        "reseal",
        help="seal with the newest key what older ones have sealed",
        description="Run it once every server and worker has the newest key.",
    )
    add_ini(sealing)
    sealing.set_defaults(run=reseal_all)


def run(args: argparse.Namespace) -> int:
    """Print a new key."""
    print(new_secret_key())
    return 0


def rotate(args: argparse.Namespace) -> int:
    """Write the ring with a new newest key, or print it where the keys are set."""
    settings = settings_of(args.ini)
    given = os.environ.get("CONSENT_SECRET_KEYS", app_section(args.ini).get("consent.secret_keys"))
    if given and given.strip():
        print(" ".join([new_secret_key(), *given.replace(",", " ").split()]))
        print(f"Set this as CONSENT_SECRET_KEYS. {_NEXT}", file=sys.stderr)
    else:
        path = settings.var_dir / "secret_keys"
        rotate_development_key(path)
        print(f"A new key is in {path}. {_NEXT}", file=sys.stderr)
    return 0


def reseal_all(args: argparse.Namespace) -> int:
    """Seal anew and say what the older keys are still needed for; status 1 when a key is missing
    that something was sealed with."""
    with runtime_of(args.ini) as runtime:
        total = reseal(runtime)
        done, lost = reencrypt_suppressions(runtime)
        total.done += done
        total.lost += lost
        print(f"Sealed {total.done} with the key {runtime.keys.newest}.")
        older = runtime.keys.ids[1:]
        if older:
            waiting = _waiting(runtime, older)
            print(
                f"Older keys: {', '.join(older)}. Until they are removed they hold good for"
                " visitors' proof tokens and links to unsubscribe, for access tokens (an hour)"
                f" and for mail that waits ({waiting} now). The audit log hashes addresses under"
                " the oldest key: once it is removed, addresses before and after differ there."
            )
        if total.lost:
            print(f"{total.lost} cannot be opened: the key that sealed them is not set.")
    return 1 if total.lost else 0


def _waiting(runtime: Runtime, older: tuple[str, ...]) -> int:
    sealed_by = tuple(f"{key_id}." for key_id in older)
    with runtime.database.session(read_only=True) as session:
        payloads = session.scalars(select(Job.payload).where(Job.died_at.is_(None)))
        return sum(
            any(isinstance(value, str) and value.startswith(sealed_by) for value in each.values())
            for each in payloads
        )

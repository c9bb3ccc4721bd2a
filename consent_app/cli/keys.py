"""``consent-app keys``: the secret keys that everything is signed and sealed with."""

from __future__ import annotations

import os

import click

from consent_app.application import Application
from consent_app.cli.ini import app_section, application_of, ini_argument, settings_of
from consent_app.jobs.queue import get_waiting_payloads
from consent_app.notifications.service import reencrypt_suppressions
from consent_app.settings import new_secret_key
from consent_app.settings.keys import rotate_development_key
from consent_app.sign_in.key_rotation import reencrypt as reencrypt_secrets

_NEXT = "Restart every server and worker with it, then run `consent-app keys reencrypt`."


@click.group()
def command() -> None:
    """Make and rotate secret keys."""


@command.command("new")
def print_new_key() -> None:
    """Print a new key for consent.secret_keys.

    Put it before the others. Keep the others as long as something made with them is to be read.
    """
    click.echo(new_secret_key())


@command.command("rotate")
@ini_argument
def rotate(ini: str | None) -> None:
    """Make a new key the newest.

    In development the key is written to var/secret_keys. Where consent.secret_keys is set, its new
    value is printed, for you to set.
    """
    settings = settings_of(ini)
    value = os.environ.get("CONSENT_SECRET_KEYS", app_section(ini).get("consent.secret_keys"))
    if value and value.strip():
        click.echo(" ".join([new_secret_key(), *value.replace(",", " ").split()]))
        click.echo(f"Set this as CONSENT_SECRET_KEYS. {_NEXT}", err=True)
    else:
        path = settings.var_dir / "secret_keys"
        rotate_development_key(path)
        click.echo(f"A new key is in {path}. {_NEXT}", err=True)


@click.command("reencrypt")
@ini_argument
def reencrypt(ini: str | None) -> int:
    """Encrypt with the newest key what older keys have encrypted.

    Run it once every web process and worker has the newest key. The exit status is 1 when
    something was encrypted with a key that is not set.
    """
    with application_of(ini) as app:
        total = reencrypt_secrets(app)
        done, lost = reencrypt_suppressions(app)
        total.done += done
        total.lost += lost
        click.echo(f"Encrypted {total.done} with the key {app.keys.newest}.")
        older = app.keys.ids[1:]
        if older:
            waiting = _waiting(app, older)
            click.echo(
                f"Older keys: {', '.join(older)}. Until you remove them they are valid for"
                " visitors' proof tokens and links to unsubscribe, for access tokens (an hour)"
                f" and for mail that waits ({waiting} now). The audit log hashes addresses under"
                " the oldest key: once it is removed, addresses before and after differ there."
            )
        if total.lost:
            click.echo(f"{total.lost} cannot be decrypted: the key they need is not set.")
    return 1 if total.lost else 0


command.add_command(reencrypt)
# Its name in release 0.1.
command.add_command(
    click.Command("reseal", callback=reencrypt.callback, params=reencrypt.params, hidden=True)
)


def _waiting(app: Application, older: tuple[str, ...]) -> int:
    sealed_by = tuple(f"{key_id}." for key_id in older)
    with app.database.session(read_only=True) as session:
        return sum(
            any(isinstance(value, str) and value.startswith(sealed_by) for value in job.values())
            for job in get_waiting_payloads(session)
        )

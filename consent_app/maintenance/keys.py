"""``consent-app keys``: the secret keys that everything is signed and encrypted with."""

from __future__ import annotations

import os
from collections.abc import Callable

import click

from consent_app.application import Application
from consent_app.cli.ini import app_section, application_of, ini_argument
from consent_app.cli.output import confirm, yes_option
from consent_app.jobs.queries import get_waiting_payloads
from consent_app.maintenance.key_rotation import reencrypt as reencrypt_columns
from consent_app.readiness.compatibility import adopt_keys, note_reencrypted
from consent_app.settings import SettingsError, inspect_settings, new_secret_key
from consent_app.settings.keys import (
    SecretKeys,
    with_added_key,
    with_promoted_key,
    write_development_keys,
)
from consent_app.settings.reader import FILE_SUFFIX


@click.group()
def command() -> None:
    """Create and rotate secret keys.

    To rotate keys while the service runs: `keys add`, restart every server and worker one after the
    other, `keys promote`, restart them again, `keys reencrypt`.
    """


@command.command("new")
def print_new_key() -> None:
    """Print a new key, for consent.secret_keys of a new installation."""
    click.echo(new_secret_key())


@command.command("add")
@ini_argument
def add(ini: str | None) -> None:
    """Rotation, step 1: add a new key, so that every process can read with it.

    Prints the new value of consent.secret_keys, for you to set. In development it is written to
    var/secret_keys. The service does not sign or encrypt with the new key until you promote it.
    """
    _change(
        ini,
        with_added_key,
        "Restart every server and worker with it, one after the other. Then run"
        " `consent-app keys promote`.",
    )


@command.command("promote")
@ini_argument
def promote(ini: str | None) -> None:
    """Rotation, step 2: make the added key the primary one.

    Prints the new value of consent.secret_keys, for you to set. In development it is written to
    var/secret_keys. Restart every process after `keys add` before you promote: a process that was
    not restarted refuses tokens that other processes sign with the new key.
    """
    _change(
        ini,
        with_promoted_key,
        "Restart every server and worker with it, one after the other. Then run"
        " `consent-app keys reencrypt`.",
    )


@command.command("rotate", hidden=True)
@ini_argument
def rotate(ini: str | None) -> None:
    """Print the steps that replaced this command of release 0.1."""
    raise SettingsError(
        "Keys are rotated in two steps, so that servers can be restarted one after the other: run"
        " `consent-app keys add`."
    )


@command.command("adopt")
@yes_option
@ini_argument
def adopt(yes: bool, ini: str | None) -> None:
    """Accept the configured keys, although the database was used with others.

    Use this only if the former keys are lost: authenticators, queued emails and links that were
    made with them stay unreadable, and people need `user reset-second-factor`.
    """
    with application_of(ini, checked=False) as app:
        confirm("Data that other keys encrypted will stay unreadable. Continue?", yes=yes)
        adopt_keys(app)
        click.echo(f"The database now uses {', '.join(app.keys.ids)}.")


@click.command("reencrypt")
@ini_argument
def reencrypt(ini: str | None) -> int:
    """Rotation, step 3: reencrypt data of older keys with the primary key.

    Run it once every server and worker uses the primary key. The exit status is 1 if something was
    encrypted with a key that is not configured.
    """
    with application_of(ini) as app:
        total = reencrypt_columns(app)
        if not total.lost:
            note_reencrypted(app)
        if total.done:
            click.echo(f"Encrypted {total.done} with the key {app.keys.primary}.")
        elif not total.lost:
            click.echo(f"Nothing to do: everything is encrypted with the key {app.keys.primary}.")
        older = tuple(
            key_id for key_id in app.keys.ids[1:] if key_id not in app.settings.added_keys
        )
        if older:
            waiting = _waiting(app, older)
            click.echo(
                f"Older keys: {', '.join(older)}. Until you remove them, they are valid for"
                " visitors' proof tokens, unsubscribe links, access tokens (for an hour) and"
                f" queued email ({waiting} now). The audit log hashes addresses with the oldest"
                " key: once you remove it, the same address has another hash there."
            )
        if total.lost:
            places = ", ".join(f"{count} in {table}" for table, count in total.lost.items())
            click.echo(
                f"Not decrypted: {places}, because their key is not in consent.secret_keys. Add"
                " it and run this again. If it is lost, people who cannot sign in need"
                " `consent-app user reset-second-factor`."
            )
    return 1 if total.lost else 0


command.add_command(reencrypt)
# Its name in release 0.1.
command.add_command(
    click.Command("reseal", callback=reencrypt.callback, params=reencrypt.params, hidden=True)
)


def _change(
    ini: str | None, change: Callable[[SecretKeys, tuple[str, ...]], str], next_step: str
) -> None:
    settings, reader = inspect_settings(app_section(ini), os.environ)
    if reader.errors:
        raise SettingsError(*reader.errors)
    text = change(settings.secret_keys, settings.added_keys)
    origin = reader.origins["secret_keys"]
    if origin == "default":
        path = settings.var_dir / "secret_keys"
        write_development_keys(path, text)
        click.echo(f"{path} has the new keys. {next_step}", err=True)
    else:
        click.echo(text)
        click.echo(f"This is the new value of {_place(origin)}. {next_step}", err=True)


def _place(origin: str) -> str:
    if origin == "INI file":
        return "consent.secret_keys in the INI file"
    # A variable whose value is a path, not the keys.
    path = os.environ[origin] if origin.endswith(FILE_SUFFIX) else ""
    return f"the file {path} ({origin})" if path else origin


def _waiting(app: Application, older: tuple[str, ...]) -> int:
    sealed_by = tuple(f"{key_id}." for key_id in older)
    with app.database.session(read_only=True) as session:
        return sum(
            any(isinstance(value, str) and value.startswith(sealed_by) for value in job.values())
            for job in get_waiting_payloads(session)
        )

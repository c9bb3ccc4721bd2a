"""``consent-app mail``: entering what people ask for by mail."""

from __future__ import annotations

import click

from consent_app.cli.ini import application_of, ini_argument
from consent_app.notifications.service import unsubscribe


@click.group()
def command() -> None:
    """Unsubscribe an address that asks for it by mail."""


@command.command("unsubscribe")
@click.argument("token")
@ini_argument
def unsubscribe_token(token: str, ini: str | None) -> None:
    """Enter a request to unsubscribe that came by mail.

    The subject of such a mail, sent to the address in consent.unsubscribe_address, is the word
    unsubscribe followed by the TOKEN.
    """
    with application_of(ini) as app, app.database.transaction() as session:
        unsubscription = unsubscribe(session, app, token, "confirm")
    already = "was already" if unsubscription.already else "is now"
    click.echo(f"{unsubscription.email} {already} unsubscribed.")

"""``consent-app mail``: handling requests that people send by email."""

from __future__ import annotations

import click

from consent_app.application import utc_now
from consent_app.cli.ini import application_of, ini_argument, ini_option, settings_of
from consent_app.cli.output import json_option, print_done, print_row
from consent_app.db.ids import new_id
from consent_app.errors import ValidationFailed
from consent_app.jobs.registry import RetryLater
from consent_app.mail import TEST_MAIL
from consent_app.mail.headers import AddressError
from consent_app.mail.message import Letter, Origin, Stamp, compose
from consent_app.mail.transports import transport_for
from consent_app.unsubscription.service import unsubscribe


@click.group()
def command() -> None:
    """Test the mail server, and process unsubscribe requests."""


@command.command("test")
@click.argument("address")
@json_option
@ini_option
def send_test(address: str, as_json: bool, ini: str | None) -> int:
    """Send an email to ADDRESS immediately, through the configured mail server.

    Prints the server's response. The exit status is 1 if it did not accept the email.
    """
    settings = settings_of(ini)
    now = utc_now()
    try:
        mail = compose(
            TEST_MAIL,
            Letter(address, "en", {}),
            Stamp(str(new_id()), now),
            Origin.of(settings),
        )
        transport_for(settings).send(mail)
    except AddressError as error:
        raise ValidationFailed(f"The address {error}.") from None
    except RetryLater as error:
        click.echo(error.reason, err=True)
        if error.answer:
            click.echo(f"It said: {error.answer}", err=True)
        if as_json:
            print_row({"sent": False, "where": None, "fault": error.reason}, as_json=True)
        return 1
    destination = "the mail server" if settings.smtp_url else str(settings.var_dir / "mail")
    row = {"sent": True, "where": destination, "fault": None}
    print_done(f"Sent to {destination}.", row, as_json=as_json)
    return 0


@command.command("unsubscribe")
@click.argument("token")
@ini_argument
def unsubscribe_token(token: str, ini: str | None) -> None:
    """Process an unsubscribe request that was received by email.

    Such emails are sent to consent.unsubscribe_address. Their subject is the word unsubscribe,
    followed by the TOKEN.
    """
    with application_of(ini) as app, app.database.transaction() as session:
        unsubscription = unsubscribe(session, app, token, "confirm")
    state = "was already" if unsubscription.was_unsubscribed else "is now"
    click.echo(f"{unsubscription.email} {state} unsubscribed.")

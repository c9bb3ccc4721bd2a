"""From a feature's call to the mail on its way: enqueued in its transaction, sent by a worker."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy.orm import Session

from consent_app.db.ids import new_id
from consent_app.jobs import JobFailed, RetryLater, enqueue
from consent_app.mail.message import AddressError, compose
from consent_app.mail.templates import MailTemplate
from consent_app.mail.transports import Transport
from consent_app.runtime import Runtime
from consent_app.security.sealed import SealBrokenError

log = logging.getLogger(__name__)

JOB_KIND = "mail.send"
SEAL_PURPOSE = "mail"


def send_later(
    session: Session,
    runtime: Runtime,
    *,
    template: str,
    to: str,
    locale: str,
    params: Mapping[str, str],
) -> None:
    """Have a mail sent once the caller's transaction is committed, and not if it is not.

    ``template`` is a registered template's name, ``locale`` a BCP 47 tag. Address and parameters
    are sealed in the job's row, for links hold tokens, and deleted with it when the mail is sent.
    """
    now = runtime.now()
    sealed = runtime.sealer(SEAL_PURPOSE).seal(
        orjson.dumps(
            {
                "to": to,
                "locale": locale,
                "params": dict(params),
                # Fixed now: a mail that has to be sent twice is the same mail to its recipient.
                "message_id": str(new_id()),
                "date": now.isoformat(),
            }
        )
    )
    enqueue(session, JOB_KIND, {"template": template, "sealed": sealed}, now=now)


def send_mail(
    runtime: Runtime,
    payload: Mapping[str, Any],
    templates: Mapping[str, MailTemplate],
    transport: Transport,
) -> None:
    """Do one job of ``send_later``. Raises RetryLater or JobFailed."""
    template = templates.get(payload["template"])
    if template is None:
        raise RetryLater(f"There is no mail template {payload['template']}.")
    try:
        mail = orjson.loads(runtime.sealer(SEAL_PURPOSE).open(payload["sealed"]))
    except SealBrokenError:
        raise JobFailed("The mail was sealed with a key that is no longer set.") from None
    settings = runtime.settings
    try:
        message = compose(
            template,
            sender=settings.mail_from,
            to=mail["to"],
            locale=mail["locale"],
            params=mail["params"],
            message_id=mail["message_id"],
            date=datetime.fromisoformat(mail["date"]),
            public_origin=settings.public_origin,
        )
    except AddressError as error:
        raise JobFailed(f"The address is {error}.") from None
    transport.send(message)
    log.info("Sent %s as %s", template.name, mail["message_id"])

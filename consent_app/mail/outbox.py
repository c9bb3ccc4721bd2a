"""From a feature's call to the email: enqueued in the feature's transaction, sent by a worker."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

import orjson
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.context import Context
from consent_app.db.ids import new_id
from consent_app.jobs import JobFailed, RetryLater, decrypt_for_job, enqueue
from consent_app.mail.message import (
    AddressError,
    HeaderError,
    Letter,
    Origin,
    Stamp,
    Unsubscribe,
    compose,
)
from consent_app.mail.templates import MailTemplate
from consent_app.mail.transports import Transport

log = logging.getLogger(__name__)

JOB_KIND = "mail.send"
LISTED_JOB_KIND = "mail.send_listed"
"""The kind of the jobs of emails to a list, which must not delay the others."""
ENCRYPTION_PURPOSE = "mail"


Guard = Callable[[Application, str, dict[str, str]], bool]
"""Called right before an email is sent, with its address and the parameters of its sender. Returns
whether the recipient may still get it: the time of sending counts, not that of writing."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An email to a list: its id, how to unsubscribe, and the registered name of the guard."""

    mail_id: UUID
    unsubscribe: Unsubscribe
    guard: str
    guard_params: Mapping[str, str]


@dataclass(slots=True)
class MailRegistry:
    """The registered templates and guards, by name."""

    templates: dict[str, MailTemplate]
    guards: dict[str, Guard]


class Recipient(Protocol):
    """The recipient of an email: a user, or a member of a workspace."""

    @property
    def email(self) -> str:
        """The address."""
        ...

    @property
    def locale(self) -> str:
        """The language to write in, as a BCP 47 tag."""
        ...


def send(
    ctx: Context,
    template: str,
    to: Recipient,
    params: Mapping[str, str],
    listed: Listed | None = None,
) -> None:
    """Send an email once the context's transaction is committed, but not if it is rolled back.

    A short form of ``send_later``.
    """
    send_later(ctx.session, ctx.app, template, Letter(to.email, to.locale, params), listed)


def send_later(
    session: Session, app: Application, template: str, letter: Letter, listed: Listed | None = None
) -> None:
    """Send an email once the caller's transaction is committed, but not if it is rolled back.

    ``template`` is a registered template's name. Address and parameters are encrypted in the job's
    row, because links contain tokens, and deleted with it when the email is sent. An email to a
    list (``listed``) has an unsubscribe link, and its guard is called before it is sent.
    """
    now = app.now()
    sealed = app.encrypter(ENCRYPTION_PURPOSE).encrypt(
        orjson.dumps(
            {
                "to": letter.to,
                "locale": letter.locale,
                "params": dict(letter.params),
                # Set now, so that an email that has to be sent twice is the same email to its
                # recipient.
                "message_id": str(listed.mail_id if listed is not None else new_id()),
                "date": now.isoformat(),
                "listed": None
                if listed is None
                else {
                    "unsubscribe": asdict(listed.unsubscribe),
                    "guard": listed.guard,
                    "params": dict(listed.guard_params),
                },
            }
        )
    )
    kind = JOB_KIND if listed is None else LISTED_JOB_KIND
    enqueue(session, kind, {"template": template, "sealed": sealed}, now=now)


def send_mail(
    app: Application,
    payload: Mapping[str, Any],
    registry: MailRegistry,
    transport: Transport,
) -> None:
    """Send the email of one job that ``send_later`` enqueued. Raises RetryLater or JobFailed."""
    template = registry.templates.get(payload["template"])
    if template is None:
        raise RetryLater(f"There is no mail template {payload['template']}.")
    content = decrypt_for_job(app.encrypter(ENCRYPTION_PURPOSE), payload["sealed"], "The email")
    mail = orjson.loads(content)
    listed = mail.get("listed")
    if listed is not None and not _may_send(app, registry, mail["to"], listed):
        log.info("Held back %s as %s", template.name, mail["message_id"])
        return
    unsubscribe = Unsubscribe(**listed["unsubscribe"]) if listed is not None else None
    letter = Letter(mail["to"], mail["locale"], mail["params"])
    stamp = Stamp(mail["message_id"], datetime.fromisoformat(mail["date"]))
    try:
        message = compose(template, letter, stamp, Origin.of(app.settings), unsubscribe)
    except AddressError as error:
        raise JobFailed(f"The address {error}.") from None
    except HeaderError as error:
        raise JobFailed(f"The email was held back: {error}.") from None
    transport.send(message)
    app.metrics.mail_sent()
    log.info("Sent %s as %s", template.name, mail["message_id"])


def _may_send(app: Application, registry: MailRegistry, to: str, listed: Mapping[str, Any]) -> bool:
    guard = registry.guards.get(listed["guard"])
    if guard is None:
        raise RetryLater(f"There is no mail guard {listed['guard']}.")
    return guard(app, to, listed["params"])

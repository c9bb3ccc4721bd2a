"""What owners are mailed about the API keys of their workspace."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.application import Application
from consent_app.mail import MailTemplate
from consent_app.workspaces import key_queries


def tell_owners(
    session: Session, app: Application, template: MailTemplate, key_names: Mapping[UUID, str]
) -> None:
    """Have each owner mailed who has confirmed their address; ``key_names`` are by workspace.

    An address that nobody has confirmed may be a stranger's, who would get a mail for each key.
    """
    for owner in key_queries.confirmed_owners(session, list(key_names)):
        mail.send_later(
            session,
            app,
            template=template.name,
            to=owner.email,
            locale=owner.locale,
            params={"workspace": owner.workspace_name, "key": key_names[owner.workspace_id]},
        )

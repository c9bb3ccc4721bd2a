"""Who gets a notification email, when it is written and when it is sent."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from sqlalchemy import update

from consent_app.accounts.models import User
from consent_app.application import Application
from consent_app.context import Context
from consent_app.notifications.delivery import Notice, mail_members, may_send
from consent_app.notifications.notification_types import MAILS_BY_ID
from tests.support.factories import Panel
from tests.support.harness import Harness
from tests.support.members import join
from tests.support.notices import choose
from tests.support.suspensions import suspend


def mail(application: Application, panel: Panel, **notice: Any) -> int:
    """Mail the members of the panel's workspace about something new. Return how many."""
    params = {"hostname": "a.example", "subject": "Gone."}
    about = Notice(
        MAILS_BY_ID["verification_failed"], str(uuid.uuid4()), lambda locale: params, **notice
    )
    with Context.of_system(application).transaction() as ctx:
        return mail_members(ctx, uuid.UUID(panel.organization["id"]), about)


def forget_verification(application: Application, panel: Panel) -> None:
    user_id = uuid.UUID(panel.person.user_id)
    with application.database.transaction() as session:
        session.execute(update(User).where(User.id == user_id).values(verified_at=None))


def test_nothing_is_written_for_who_may_not_get_it(
    harness: Harness, application: Application, owner: Panel
) -> None:
    """What is checked again before it is sent: no email that waits names their address."""
    admin, _viewer = join(harness, owner, "admin"), join(harness, owner, "viewer")
    assert mail(application, owner) == 2
    assert mail(application, owner, except_to=admin.person.email) == 1
    choose(admin, verification_failed=False)
    assert mail(application, owner) == 1
    forget_verification(application, owner)
    assert mail(application, owner) == 0


def test_nothing_is_written_for_a_suspended_workspace(
    application: Application, owner: Panel
) -> None:
    suspend(application, owner.organization["slug"])
    assert mail(application, owner) == 0


@pytest.mark.parametrize("mail_id", ["verification_failed", "no_such_mail"])
def test_nothing_is_sent_to_an_address_that_is_no_longer_verified(
    application: Application, owner: Panel, mail_id: str
) -> None:
    params = {
        "workspace": owner.organization["id"],
        "user": owner.person.user_id,
        "mail": mail_id,
    }
    assert may_send(application, owner.person.email, params) is (mail_id in MAILS_BY_ID)
    forget_verification(application, owner)
    assert not may_send(application, owner.person.email, params)

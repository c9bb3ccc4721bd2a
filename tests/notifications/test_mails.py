"""The emails about what happened: to whom, in which language, and who is spared."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, update
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.application import Application
from consent_app.context import Context
from consent_app.notifications import jobs
from consent_app.notifications.models import FeedEvent
from consent_app.notifications.notification_types import MAILS
from consent_app.registration.admin import disable
from consent_app.unsubscription.unsubscription import new_token
from tests.support.account_mails import mails_to, text_of
from tests.support.factories import Panel, make_panel, make_site, unique
from tests.support.feed_events import add_feed_event
from tests.support.harness import Harness, MovableClock
from tests.support.members import join
from tests.support.notices import choose, notices, speak_german
from tests.support.suspensions import suspend


def subjects(harness: Harness, panel: Panel) -> list[str]:
    return [str(mail["Subject"]) for mail in notices(harness, panel)]


def tell(harness: Harness, panel: Panel, kind: Any, subject: str, host: str = "a.example") -> None:
    """Have something happen in the panel's workspace."""
    workspace_id = uuid.UUID(panel.organization["id"])
    with harness.application.database.transaction() as session:
        add_feed_event(
            session, harness.application, workspace_id, kind, hostname=host, subject=subject
        )


def test_owners_and_admins_are_notified_of_a_new_member_who_is_not(
    harness: Harness, owner: Panel
) -> None:
    admin, viewer = join(harness, owner, "admin"), join(harness, owner, "viewer")
    name = owner.organization["name"]
    assert subjects(harness, owner) == [
        f"{admin.person.email} joined {name}",
        f"{viewer.person.email} joined {name}",
    ]
    assert subjects(harness, admin) == [f"{viewer.person.email} joined {name}"]
    assert subjects(harness, viewer) == []


def test_a_mail_carries_its_unsubscribe_links(harness: Harness, owner: Panel) -> None:
    join(harness, owner)
    (mail,) = notices(harness, owner)
    one_click, mailto = str(mail["List-Unsubscribe"]).split(", ")
    token = one_click.rpartition("token=")[2].rstrip(">")
    assert one_click == f"<http://localhost:6543/v1/unsubscribe/one-click?token={token}>"
    assert mailto == f"<mailto:consent@localhost?subject=unsubscribe%20{token}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    page = f"http://localhost:6543/unsubscribe?token={token}"
    html = mail.get_body(("html",))
    assert html is not None
    assert page in text_of(mail)
    assert page in html.get_content()
    account = [m for m in mails_to(harness, owner.person.email) if not m["List-Unsubscribe"]]
    assert account
    assert all("unsubscribe" not in text_of(item).lower() for item in account)


EVERY = [row.id for row in MAILS]


def test_each_event_has_its_mail_in_both_languages(
    harness: Harness, application: Application, owner: Panel
) -> None:
    # Owners may get each email.
    second = join(harness, owner, "owner")
    choose(owner, **dict.fromkeys(EVERY, True))
    choose(second, **dict.fromkeys(EVERY, True))
    speak_german(application, second)
    before = len(notices(harness, owner)), len(notices(harness, second))
    events = [event for event in MAILS if event.event is not None]
    for event in events:
        tell(harness, owner, event.event, "What was found {braces}")
    english, german = notices(harness, owner)[before[0] :], notices(harness, second)[before[1] :]
    assert len(english) == len(german) == len(events)
    for mail in english:
        assert mail["Content-Language"] == "en"
        assert owner.organization["name"] in text_of(mail) + str(mail["Subject"])
        assert "Unsubscribe" in str(mail.get_body(("html",)))
    for mail in german:
        assert mail["Content-Language"] == "de"
        assert "Abbestellen" in str(mail.get_body(("html",)))
        assert "Arbeitsbereich" in text_of(mail)
    assert not {str(m["Subject"]) for m in english} & {str(m["Subject"]) for m in german}


def test_off_by_default_means_no_mail(harness: Harness, owner: Panel) -> None:
    make_site(owner)
    assert subjects(harness, owner) == []
    choose(owner, banner_published=True)
    site = make_site(owner)
    assert subjects(harness, owner) == [f"The banner of {site.hostname} was published"]


def test_an_international_hostname_is_in_its_own_letters(harness: Harness, owner: Panel) -> None:
    choose(owner, banner_published=True)
    name = f"b\u00fccher-{unique()}.example"
    site = make_site(owner, name)
    assert site.hostname.startswith("xn--")
    assert subjects(harness, owner) == [f"The banner of {name} was published"]
    items = owner.get("/v1/notifications").json["items"]
    assert {item["hostname"] for item in items} == {site.hostname}
    assert all(name in item["title"] for item in items)


def test_an_unverified_address_gets_none(
    harness: Harness, app: TestApp, application: Application
) -> None:
    unproved = make_panel(app, application.now())
    join(harness, unproved)
    with application.database.transaction() as session:
        user_id = uuid.UUID(unproved.person.user_id)
        session.execute(update(User).where(User.id == user_id).values(verified_at=None))
    assert subjects(harness, unproved) == []


Spare = Callable[[Harness, Panel, Panel], None]


def unsubscribe(harness: Harness, owner: Panel, admin: Panel) -> None:
    token = new_token(harness.application, admin.person.email, uuid.uuid4())
    harness.client().post(f"/v1/unsubscribe/one-click?token={token}", status=200)


def turn_off(harness: Harness, owner: Panel, admin: Panel) -> None:
    choose(admin, verification_failed=False)


def demote(harness: Harness, owner: Panel, admin: Panel) -> None:
    (member,) = [
        item for item in owner.get("/v1/members").json if item["userId"] == admin.person.user_id
    ]
    owner.patch(f"/v1/members/{member['id']}", {"role": "viewer"}, status=200)


def remove(harness: Harness, owner: Panel, admin: Panel) -> None:
    (member,) = [
        item for item in owner.get("/v1/members").json if item["userId"] == admin.person.user_id
    ]
    owner.delete(f"/v1/members/{member['id']}", status=204)


def disable_account(harness: Harness, owner: Panel, admin: Panel) -> None:
    with Context.of_operator(harness.application).transaction() as ctx:
        disable(ctx, admin.person.email)


@pytest.mark.parametrize("spare", [unsubscribe, turn_off, demote, remove, disable_account])
@pytest.mark.parametrize("when", ["before the event", "while the email waits"])
def test_a_mails_choices_are_read_when_it_is_sent(
    harness: Harness, owner: Panel, spare: Spare, when: str
) -> None:
    admin = join(harness, owner, "admin")
    tell(harness, owner, "verification_failed", "First.")
    assert len(notices(harness, admin)) == 1
    if when == "before the event":
        spare(harness, owner, admin)
        tell(harness, owner, "verification_failed", "Second.")
    else:
        tell(harness, owner, "verification_failed", "Second.")
        # The event's job is done, the emails wait to be sent.
        harness.run_jobs("workspaces.happened")
        spare(harness, owner, admin)
    assert len(notices(harness, admin)) == 1
    joined, first, second = notices(harness, owner)
    assert "joined" in str(joined["Subject"])
    assert "First." in text_of(first)
    assert "Second." in text_of(second)


def move(application: Application, panel: Panel) -> None:
    user = User.id == uuid.UUID(panel.person.user_id)
    new = f"{unique('moved')}@example.com"
    with application.database.transaction() as session:
        session.execute(update(User).where(user).values(email=new, email_key=new))


def suspend_its_workspace(application: Application, panel: Panel) -> None:
    suspend(application, panel.organization["slug"])


@pytest.mark.parametrize("change", [move, suspend_its_workspace])
def test_a_mail_that_waits_goes_to_no_former_address_and_for_no_suspended_workspace(
    harness: Harness, owner: Panel, change: Callable[[Application, Panel], None]
) -> None:
    before = len(notices(harness, owner))
    tell(harness, owner, "verification_failed", "Too late.")
    harness.run_jobs("workspaces.happened")
    change(harness.application, owner)
    assert len(notices(harness, owner)) == before


def test_account_mails_are_sent_to_unsubscribed_addresses(
    harness: Harness, app: TestApp, owner: Panel
) -> None:
    join(harness, owner)
    assert len(notices(harness, owner)) == 1
    unsubscribe(harness, owner, owner)
    join(harness, owner)
    assert len(notices(harness, owner)) == 1
    app.post_json("/v1/auth/password-reset/request", {"email": owner.person.email}, status=204)
    assert "Reset" in str(mails_to(harness, owner.person.email)[-1]["Subject"])


def test_an_event_that_is_mailed_twice_is_mailed_once(harness: Harness, owner: Panel) -> None:
    tell(harness, owner, "verification_failed", "The record is gone.")
    application = harness.application
    with application.database.session(read_only=True) as session:
        event = session.scalars(
            select(FeedEvent)
            .where(FeedEvent.workspace_id == uuid.UUID(owner.organization["id"]))
            .order_by(FeedEvent.id.desc())
        ).first()
    assert event is not None
    jobs.mail_event(application, {"event": str(event.id)})
    jobs.mail_event(application, {"event": str(event.id)})
    assert len(notices(harness, owner)) == 1
    jobs.mail_event(application, {"event": str(uuid.uuid4())})


def test_rolled_back_changes_are_not_mailed(harness: Harness, owner: Panel) -> None:
    session = harness.application.database.session()
    add_feed_event(
        session,
        harness.application,
        uuid.UUID(owner.organization["id"]),
        "verification_failed",
        hostname="a.example",
        subject="Never.",
    )
    session.flush()
    session.rollback()
    session.close()
    assert notices(harness, owner) == []


def test_silence_is_mailed_once_where_it_was_turned_on(
    harness: Harness, owner: Panel, clock: MovableClock
) -> None:
    application = harness.application
    site, decided = make_site(owner), make_site(owner)
    choose(owner, no_traffic=True)
    clock.move(days=6)
    decided.decide()
    clock.move(days=1, seconds=1)
    for _ in range(2):
        jobs.mail_quiet_domains(application, {})
    (mail,) = notices(harness, owner)
    assert str(mail["Subject"]) == f"No visitors seen on {site.hostname} for 7 days"
    clock.move(days=6)
    jobs.mail_quiet_domains(application, {})
    assert [str(notice["Subject"]) for notice in notices(harness, owner)][1:] == [
        f"No visitors seen on {decided.hostname} for 7 days"
    ]

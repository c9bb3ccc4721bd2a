"""The operator's use cases for accounts, apart from the commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select

from consent_app.account.deletion import delete_account_of
from consent_app.accounts.models import User
from consent_app.accounts.service import find_user_by_email
from consent_app.application import Application
from consent_app.context import Context
from consent_app.errors import AccountNotFound
from consent_app.jobs.models import Job
from consent_app.registration import admin
from consent_app.registration.admin_mails import TEMPLATES
from tests.support.address_changes import as_the_address_changes
from tests.support.audit import details_in
from tests.support.factories import Panel, unique


def user_of(ctx: Context, email: str) -> User:
    user = find_user_by_email(ctx.session, email)
    assert user is not None
    return user


def mails(ctx: Context) -> list[dict[str, Any]]:
    """Return the emails that are queued in this transaction, oldest first."""
    ctx.session.flush()
    new = select(Job).where(Job.kind == "mail.send").order_by(Job.id.desc()).limit(2)
    return [job.payload for job in reversed(ctx.session.scalars(new).all())]


def test_a_new_account_gets_a_link_and_an_old_one_does_not(ctx: Context, panel: Panel) -> None:
    new = admin.ensure_vouched_user(ctx, f"{unique('new')}@example.com")
    link = admin.issue_password_link(ctx, new)
    assert link is not None
    assert link.startswith(ctx.app.settings.public_origin)
    # Vouched for twice, it stays the same account.
    assert admin.ensure_vouched_user(ctx, new.email).id == new.id
    assert details_in(ctx.session, "account.vouched_for", subject_id=new.id) == [
        {"made": "true"},
        {},
    ]
    verified = user_of(ctx, panel.person.email)
    assert admin.verify_address(ctx, verified.email)
    assert not admin.verify_address(ctx, verified.email)
    vouched = details_in(ctx.session, "account.vouched_for", subject_id=verified.id)
    assert vouched == [{"verified": "true"}]
    ctx.session.expire_all()
    assert user_of(ctx, verified.email).verified_at is not None


def test_a_registrant_who_never_verified_keeps_nothing(ctx: Context, panel: Panel) -> None:
    registrant = user_of(ctx, panel.person.email)
    assert registrant.password_hash is not None
    user = admin.ensure_vouched_user(ctx, panel.person.email)
    ctx.session.expire_all()
    assert user.id == registrant.id
    assert user_of(ctx, panel.person.email).password_hash is None
    vouched = details_in(ctx.session, "account.vouched_for", subject_id=user.id)
    assert vouched == [{"emptied": "true"}]


def test_disabling_again_keeps_the_first_time(ctx: Context, panel: Panel) -> None:
    disabled_at = admin.disable(ctx, panel.person.email).disabled_at
    assert disabled_at is not None
    assert admin.disable(ctx, panel.person.email).disabled_at == disabled_at
    user = admin.enable(ctx, panel.person.email)
    assert user.disabled_at is None
    assert details_in(ctx.session, "account.enabled", subject_id=user.id) == [{}]


def test_an_owner_is_mailed_a_link_only_if_one_is_needed(ctx: Context, panel: Panel) -> None:
    user = user_of(ctx, panel.person.email)
    admin.notify_owner(ctx, user, "Kiln", "https://consent.example/reset#secret")
    admin.notify_owner(ctx, user, "Kiln", None)
    with_link, without = mails(ctx)
    assert with_link["template"] == "owner_without_password"
    assert without["template"] == "owner"
    # What is in them is encrypted, the link among it.
    assert "secret" not in repr(with_link)


Change = Callable[[Context, str], User]


@pytest.mark.parametrize(
    ("change", "template", "event"),
    [
        (admin.reset_second_factor, "second_factor_reset", "second_factor.reset"),
        (admin.end_sessions, "sessions_ended", "session.all_ended"),
        (admin.disable, "account_disabled", "account.disabled"),
    ],
)
def test_every_change_is_mailed_to_the_account_and_recorded(
    ctx: Context, panel: Panel, change: Change, template: str, event: str
) -> None:
    user = change(ctx, panel.person.email)
    assert user.email == panel.person.email
    assert details_in(ctx.session, event, subject_id=user.id) == [{}]
    assert mails(ctx)[-1]["template"] == template
    assert template in {declared.name for declared in TEMPLATES}
    with pytest.raises(AccountNotFound, match="No account has the address"):
        change(ctx, f"{unique('nobody')}@example.com")


def call(application: Application, change: Callable[[Context, str], Any], email: str) -> Any:
    """Make an operator's change in a transaction of its own."""
    with Context.of_operator(application).transaction() as ctx:
        return change(ctx, email)


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    "change",
    [
        admin.verify_address,
        admin.reset_second_factor,
        admin.end_sessions,
        admin.disable,
        delete_account_of,
    ],
)
def test_no_change_is_made_to_an_account_that_has_just_given_up_the_address(
    application: Application, panel: Panel, change: Callable[[Context, str], Any]
) -> None:
    email, user_id = panel.person.email, panel.person.user_id
    called = as_the_address_changes(application, user_id, lambda: call(application, change, email))
    with pytest.raises(AccountNotFound):
        called.result()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize("in_a_workspace", [True, False])
def test_nobody_is_vouched_for_by_an_address_just_given_up(
    application: Application, panel: Panel, in_a_workspace: bool
) -> None:
    email, user_id = panel.person.email, panel.person.user_id
    workspace_id = UUID(panel.organization["id"]) if in_a_workspace else None

    def vouch() -> UUID:
        with Context.of_operator(application).transaction() as ctx:
            return admin.ensure_vouched_user(ctx, email, workspace_id).id

    assert as_the_address_changes(application, user_id, vouch).result() != UUID(user_id)

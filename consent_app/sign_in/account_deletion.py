"""Deleting one's own account."""

from __future__ import annotations

from consent_app import mail
from consent_app.accounts.service import delete_user
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.sign_in.account_proof import prove_code, prove_password, use
from consent_app.sign_in.sessions import Caller
from consent_app.workspaces.service import leave_everywhere, refuse_last_owner

DELETED = "account.deleted"


def delete_account(
    app: Application, source: Source, caller: Caller, password: str, code: str
) -> None:
    """Delete the caller's account, in a transaction of its own.

    Sessions, second factor, identities and memberships go with it; keys and receipts of its
    workspaces stay, and audit events with no actor. Raises LastOwner, InvalidCredentials,
    InvalidCode, RateLimited, ValidationFailed (no password), Unauthenticated, passwords.BusyError.
    """
    proved = prove_password(
        app, source, caller.user_id, password, event=DELETED, pointer="#/password"
    )
    with app.database.session(read_only=True) as reader:
        refuse_last_owner(reader, caller.user_id)
    right_code = prove_code(app, source, caller.user_id, code, event=DELETED)
    with app.database.transaction() as session:
        user = use(session, app, source, caller, event=DELETED, password=proved, code=right_code)
        leave_everywhere(session, app, source, user.id)
        record(session, app, source, Event(DELETED, user.id, subject_id=user.id))
        mail.send_later(
            session,
            app,
            template="account_deleted",
            to=user.email,
            locale=user.locale,
            params={},
        )
        session.flush()
        delete_user(session, user.id)

"""Changing the account's email address, with password and code.

Both addresses are mailed. The new one takes effect when its owner follows the link in the email
(``registration.email_verification``).
"""

from __future__ import annotations

from consent_app import mail
from consent_app.account.events import EmailChangeRequested
from consent_app.account.mails import (
    ADDRESS_CHANGE_ASKED,
    ADDRESS_CHANGE_ASKED_UNPROVED,
    VERIFY_NEW_ADDRESS,
)
from consent_app.account.reauthentication import check_both, lock_reauthenticated
from consent_app.accounts.service import User, find_user_by_email, validate_address
from consent_app.context import Context
from consent_app.errors import EmailTaken
from consent_app.registration.service import issue_disown_link, masked, may_be_disowned
from consent_app.sessions.service import Purpose, TokenScope, issue_token, revoke_tokens
from consent_app.sign_in.service import ENCRYPTION_PURPOSE


def request_email_change(ctx: Context, email: str, password: str, code: str) -> None:
    """Mail a link to the new address and a notice to the present one, in a separate transaction.

    Raises ValidationFailed, InvalidCredentials, InvalidCode, EmailTaken, RateLimited,
    Unauthenticated, passwords.BusyError.
    """
    validate_address(ctx.app, email)
    reauthentication = check_both(ctx, password, code, EmailChangeRequested())
    with ctx.transaction() as writing:
        user = lock_reauthenticated(writing, EmailChangeRequested(), reauthentication)
        holder = find_user_by_email(writing.session, email)
        is_taken = holder is not None and holder.id != user.id and holder.verified_at is not None
        if not is_taken:
            _send_link(writing, user, email)
    # After the commit, because the code is consumed in any case.
    if is_taken:
        raise EmailTaken


def _send_link(ctx: Context, user: User, email: str) -> None:
    session, now = ctx.session, ctx.now()
    # Only the newest request counts. The column has one encryption purpose, which a key rotation
    # reencrypts.
    revoke_tokens(session, (Purpose.CHANGE_EMAIL,), user.id, now)
    scope = TokenScope(sealed=ctx.app.encrypter(ENCRYPTION_PURPOSE).encrypt(email.encode()))
    token = issue_token(session, Purpose.CHANGE_EMAIL, user.id, now, scope)
    url = f"{ctx.app.settings.public_origin}/confirm#token={token}"
    params = {"url": url, "account": masked(user.email)}
    letter = mail.Letter(email, user.locale, params)
    mail.send_later(session, ctx.app, VERIFY_NEW_ADDRESS.name, letter)
    notice_params = {"address": masked(email)}
    if may_be_disowned(ctx, user):
        # Once the address has moved, a reset would find no account here. This link still works.
        notice_params["url"] = issue_disown_link(ctx, user.id)
        mail.send(ctx, ADDRESS_CHANGE_ASKED_UNPROVED.name, user, notice_params)
    else:
        mail.send(ctx, ADDRESS_CHANGE_ASKED.name, user, notice_params)
    ctx.acting_as(user.id).emit(EmailChangeRequested())

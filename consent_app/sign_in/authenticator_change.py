"""Another authenticator for one's account, as with a new telephone: by password and code.

The former one works until a code of the new one has shown that it does. Backup codes stay.
"""

from __future__ import annotations

from sqlalchemy import update

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record, refused
from consent_app.errors import InvalidChallenge, InvalidCode
from consent_app.security import totp
from consent_app.sign_in import challenges, guessing, second_factor, tokens
from consent_app.sign_in.account_proof import prove_code, prove_password, use
from consent_app.sign_in.models import SecondFactor
from consent_app.sign_in.sessions import Caller
from consent_app.sign_in.takeover import end_all_sessions
from consent_app.sign_in.tokens import Purpose

REPLACED = "second_factor.replaced"


def begin(
    app: Application, source: Source, caller: Caller, password: str, code: str
) -> dict[str, str]:
    """Return the secret of the new authenticator and the challenge that takes a code of it.

    Raises InvalidCredentials, InvalidCode, ValidationFailed (no password), RateLimited,
    Unauthenticated, passwords.BusyError.
    """
    proved = prove_password(
        app, source, caller.user_id, password, event=REPLACED, pointer="#/password"
    )
    right_code = prove_code(app, source, caller.user_id, code, event=REPLACED)
    secret = totp.new_secret()
    with app.database.transaction() as session:
        user = use(session, app, source, caller, event=REPLACED, password=proved, code=right_code)
        challenge = tokens.issue(
            session,
            Purpose.REPLACE_FACTOR,
            user.id,
            app.now(),
            session_id=caller.session_id,
            sealed=app.sealer(second_factor.SEALED_FOR).seal(secret.encode()),
        )
        email = user.email
    return {"challengeToken": challenge, **second_factor.authenticator_answer(secret, email)}


def finish(
    app: Application,
    source: Source,
    caller: Caller,
    challenge: str,
    code: str,
    *,
    end_others: bool = False,
) -> None:
    """Put the new authenticator in the former one's place, in a transaction of its own.

    The person is told by mail; with ``end_others`` every other session ends. Raises
    InvalidChallenge, InvalidCode, RateLimited, Unauthenticated.
    """
    trial = challenges.start_attempt(app, source, Purpose.REPLACE_FACTOR, challenge)
    if trial.user_id != caller.user_id or trial.sealed is None:
        raise InvalidChallenge
    secret = app.sealer(second_factor.SEALED_FOR).open(trial.sealed).decode()
    step = totp.matching_step(secret, code, app.now())
    if step is None:
        raise InvalidCode().then(refused(app, source, Event(REPLACED, caller.user_id)))
    with app.database.transaction() as session:
        user = use(session, app, source, caller, event=REPLACED)
        now = app.now()
        guessing.release(session, trial.attempts)
        if not tokens.spend(session, trial.token_id, now):
            raise InvalidChallenge
        statement = (
            update(SecondFactor)
            .where(SecondFactor.user_id == user.id)
            .values(secret_sealed=trial.sealed, last_step=step, enrolled_at=now, bound=False)
            .returning(SecondFactor.user_id)
            .execution_options(synchronize_session=False)
        )
        if session.execute(statement).one_or_none() is None:
            raise InvalidChallenge
        if end_others:
            end_all_sessions(session, user.id, now, but=caller.session_id)
        second_factor.notify(session, app, user.id, "second_factor_replaced")
        record(session, app, source, Event(REPLACED, user.id))

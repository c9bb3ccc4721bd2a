"""The verifier's checks of sites on the simulated internet."""

from __future__ import annotations

from typing import Any

from consent_app.db.ids import new_id
from consent_app.domains.service import CheckResult, CheckTarget
from consent_app.notifications.models import SUBJECT_CHARACTERS
from consent_app.verification.verifier import Verifier
from tests.support.internet import Internet

BASE_URL = "https://consent.test"
TOKEN = "cv_0123456789abcdef0123456789abcdef"
FILE = TOKEN.encode()


def subject(hostname: str, method: str) -> CheckTarget:
    root = ".".join(hostname.split(".")[-2:])
    return CheckTarget(new_id(), new_id(), hostname, root, method, TOKEN)


def check(internet: Internet, hostname: str, method: str = "file", **network: Any) -> CheckResult:
    verifier = Verifier(internet.network(**network), BASE_URL, slots=1)
    return verifier.check_now(subject(hostname, method))


def reason(internet: Internet, hostname: str, method: str = "file", **kw: Any) -> str:
    sentence = check(internet, hostname, method, **kw).reason
    assert sentence is not None
    # Both the domain and an event keep it whole.
    assert len(sentence) <= SUBJECT_CHARACTERS
    return sentence


def put_file(internet: Internet, hostname: str, body: Any = FILE, **kw: str) -> None:
    scheme = kw.get("scheme", "https")
    internet.pages[scheme, hostname, "/.well-known/consent-verify.txt"] = body


def redirect(location: str, status: int = 302) -> Any:
    return lambda handler: handler.answer(status, Location=location)

"""``If-Match``: what passes, and what is refused (RFC 9110 §13.1.1)."""

from __future__ import annotations

import pytest

from consent_app.api.preconditions import check_if_match
from consent_app.errors import PreconditionFailed, PreconditionRequired


@pytest.mark.parametrize(
    "sent", ['"7"', '"6", "7"', '"6","7"', '"6",W/"7"', '"a,b" , "7"', 'W/"7"', '"6", W/"7"']
)
def test_a_matching_etag_passes_and_no_other(sent: str) -> None:
    check_if_match(sent, "7", required=True)
    with pytest.raises(PreconditionFailed):
        check_if_match(sent, "8", required=True)


@pytest.mark.parametrize("sent", [" * ", "*"])
def test_an_asterisk_matches_every_etag(sent: str) -> None:
    for current in ("7", "8"):
        check_if_match(sent, current, required=True)


@pytest.mark.parametrize("sent", ['"8"', 'W/"8"', "7", "W/7", "", '"7', '"*"'])
def test_anything_else_is_refused(sent: str) -> None:
    with pytest.raises(PreconditionFailed):
        check_if_match(sent, "7", required=False)


def test_a_missing_precondition_is_refused_if_required() -> None:
    check_if_match(None, "7", required=False)
    with pytest.raises(PreconditionRequired):
        check_if_match(None, "7", required=True)

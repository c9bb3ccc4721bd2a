"""The list of errors: complete and without duplicates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from consent_app.errors.base import AppError
from consent_app.errors.catalogue import catalogue


def descendants(kind: type[AppError]) -> Iterator[type[AppError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from descendants(child)


def test_every_class_of_error_is_listed() -> None:
    kinds = {kind for kind in descendants(AppError) if kind.__module__.startswith("consent_app.")}
    assert set(catalogue()) == kinds


def test_codes_tell_errors_apart_and_statuses_are_of_refusals() -> None:
    kinds = catalogue()
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert {kind.status for kind in kinds} <= set(range(400, 600))
    assert [kind.status for kind in kinds] == sorted(kind.status for kind in kinds)


ADVICE = re.compile(
    r"(^|[.:] )(Add|Ask|Change|Check|Choose|Delete|Make|Read|Register|See|Send|Set|Sign in|Try|"
    r"Upgrade|Use|Verify|Wait|An owner can)\b"
)


def test_each_says_what_can_be_done() -> None:
    for kind in catalogue():
        assert kind.resolution.strip(), kind
        assert kind.title[0].isupper(), kind
        assert ADVICE.search(kind.default_detail), kind

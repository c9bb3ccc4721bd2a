"""Rooms, modules and functions stay small, and the check itself can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

import consent_app
from tests.architecture.imports import Module, read_modules
from tests.architecture.sizes import violations


def test_rooms_modules_and_functions_stay_small() -> None:
    advice = "split it by subject: a room by what it is for, a module by its nouns"
    assert list(violations(read_modules(Path(consent_app.__file__).parent))) == [], advice


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("\n" * 300, None),
        ("\n" * 301, "domains.names has 301 lines, more than 300"),
        ("def long():\n" + "    pass\n" * 39, None),
        ("def long():\n" + "    pass\n" * 40, "domains.names.long has 41 lines, more than 40"),
        ("class C:\n    def f(self, a, b, c, *, d, e): ...\n", None),
        (
            "class C:\n    def f(self, a, b, /, c, d, *, e, f): ...\n",
            "domains.names.f has 6 parameters, more than 5",
        ),
    ],
)
def test_one_line_or_parameter_more_is_found(source: str, expected: str | None) -> None:
    results = list(violations({"domains.names": Module("domains.names", source)}))
    assert results == ([expected] if expected else [])


@pytest.mark.parametrize(("count", "expected"), [(15, 0), (16, 1)])
def test_one_module_more_is_found(count: int, expected: int) -> None:
    names = [f"domains.module_{number}" for number in range(count)]
    assert len(list(violations({name: Module(name, "") for name in names}))) == expected

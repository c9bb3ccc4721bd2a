"""The error of settings that cannot be used."""

from __future__ import annotations

from consent_app.settings.error import SettingsError


def test_every_problem_is_on_its_own_line() -> None:
    error = SettingsError("consent.a is missing.", "consent.b is unknown.")
    assert error.problems == ("consent.a is missing.", "consent.b is unknown.")
    assert str(error).splitlines() == list(error.problems)

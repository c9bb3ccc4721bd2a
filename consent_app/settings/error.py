"""Errors that operators fix: of the settings, and the base of those of commands and of starts."""

from __future__ import annotations


class OperatorError(Exception):
    """A command or a start failed for a reason that an operator can fix.

    The message says what happened and what to do.
    """


class SettingsError(OperatorError, ValueError):
    """Settings are missing, malformed or unknown.

    ``problems`` has a sentence for each; it names the setting, never the value of a secret.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))

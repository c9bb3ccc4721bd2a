"""The error for invalid settings."""

from __future__ import annotations


class SettingsError(ValueError):
    """Settings are missing, malformed or unknown.

    ``problems`` has a sentence for each; it names the setting, never the value of a secret.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))

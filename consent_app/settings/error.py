"""What is raised when a setting cannot be used."""

from __future__ import annotations


class SettingsError(ValueError):
    """A setting is missing or malformed. The message names the setting, not its value."""

"""Ini files as the commands read them: PasteDeploy's, through plaster, as Pyramid does."""

from __future__ import annotations

from pathlib import Path

import plaster

from consent_app.settings import Settings, SettingsError, read_settings

DEFAULT = "development.ini"


def settings_of(ini: str) -> Settings:
    """Read the settings of the ini file ``ini`` and the environment. Raises SettingsError."""
    return read_settings(app_section(ini))


def app_section(ini: str) -> dict[str, str]:
    """Return the settings of ``[app:main]``, with ``%(here)s`` filled in.

    Raises SettingsError when there is no such file or no such section in it.
    """
    if not Path(ini).is_file():
        raise SettingsError(f"There is no file {ini}.")
    loader = plaster.get_loader(ini, protocols=["wsgi"])
    section = dict(loader.get_settings("app:main"))
    if not section:
        raise SettingsError(f"{ini} has no section [app:main].")
    return section

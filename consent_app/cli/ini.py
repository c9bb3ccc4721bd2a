"""Ini files as the commands read them: PasteDeploy's, through plaster, as Pyramid does."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import plaster

from consent_app.cli.logs import set_up_logging
from consent_app.runtime import Runtime, build_runtime
from consent_app.settings import Settings, SettingsError, read_settings
from consent_app.settings.privacy import private_database, private_folder

DEFAULT = "development.ini"


def add_ini(parser: argparse.ArgumentParser) -> None:
    """Add the argument ``ini`` to a command."""
    parser.add_argument(
        "ini", nargs="?", default=DEFAULT, help=f"the file of settings ({DEFAULT})", metavar="INI"
    )


def add_ini_option(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--ini`` to a command with arguments of its own.

    argparse would not take another argument after an option.
    """
    parser.add_argument(
        "--ini", default=DEFAULT, help=f"the file of settings ({DEFAULT})", metavar="INI"
    )


def settings_of(ini: str) -> Settings:
    """Read the settings of the ini file ``ini`` and the environment. Raises SettingsError.

    What is there already of the service's own files is closed to other users.
    """
    settings = read_settings(app_section(ini))
    private_folder(settings.var_dir)
    private_database(settings.database_url)
    return settings


@contextmanager
def runtime_of(ini: str) -> Iterator[Runtime]:
    """Give the runtime of the ini file ``ini`` to a command that does one thing and ends."""
    runtime = build_runtime(settings_of(ini))
    try:
        yield runtime
    finally:
        runtime.database.dispose()


def start_logging(ini: str) -> None:
    """Set up logging: by the file's own ``[loggers]`` where it has them, plainly where not."""
    loader = plaster.get_loader(ini, protocols=["wsgi"])
    if "loggers" in loader.get_sections():
        loader.setup_logging()
    else:
        set_up_logging()


def app_section(ini: str) -> dict[str, str]:
    """Return the ini file's section of settings as it stands. Raises SettingsError."""
    if not Path(ini).is_file():
        raise SettingsError(f"There is no file {ini}.")
    section = dict(plaster.get_loader(ini, protocols=["wsgi"]).get_settings("app:main"))
    if not section:
        raise SettingsError(f"{ini} has no section [app:main].")
    return section

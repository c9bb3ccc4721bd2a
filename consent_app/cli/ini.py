"""INI files of the commands: PasteDeploy's, read through plaster, as Pyramid does."""

from __future__ import annotations

import configparser
import errno
import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import plaster_pastedeploy
from plaster import PlasterURL

from consent_app.server.logs import set_up_logging
from consent_app.settings import Settings, SettingsError, read_settings
from consent_app.settings.privacy import private_database, private_folder

if TYPE_CHECKING:
    from consent_app.application import Application
    from consent_app.db.session import Database

Function = Callable[..., Any]

ini_option = click.option(
    "--ini",
    metavar="FILE",
    help="The INI file of settings. Without it, only the environment is read, in production mode.",
)


def ini_argument(function: Function) -> Function:
    """Give a command the file of settings as ``--ini FILE`` or as its last argument."""

    @functools.wraps(function)
    def command(*arguments: Any, ini: str | None, file: str | None, **options: Any) -> Any:
        if file is not None and ini is not None and file != ini:
            raise click.UsageError(f"Give one INI file, not both {ini} and {file}.")
        return function(*arguments, ini=ini if file is None else file, **options)

    return ini_option(click.argument("file", required=False, metavar="[INI]")(command))


def settings_of(ini: str | None) -> Settings:
    """Read the settings of the INI file ``ini`` and the environment. Raises SettingsError.

    Closes the service's existing files to other users.
    """
    settings = read_settings(app_section(ini))
    prepare_var_dir(settings)
    private_database(settings.database_url)
    return settings


@contextmanager
def application_of(ini: str | None, *, checked: bool = True) -> Iterator[Application]:
    """Give the application of the INI file ``ini`` to a command that does one thing and ends.

    Raises NotReadyError if the database is missing. Unless ``checked`` is False, also if it does
    not fit the application: with other keys, a command would make links that no server accepts.
    """
    # The supervisor of the processes builds none.
    from consent_app.composition import build_application
    from consent_app.readiness.compatibility import check_database, check_file

    settings = settings_of(ini)
    check_file(settings.database_url)
    app = build_application(settings)
    try:
        if checked:
            with app.database.autonomous_engine.connect() as connection:
                check_database(app.keys, connection)
        yield app
    finally:
        app.database.dispose()


def prepare_var_dir(settings: Settings) -> None:
    """Create the folder for files. Raises SettingsError if it cannot be used."""
    try:
        private_folder(settings.var_dir)
    except OSError as error:
        raise _unusable(settings.var_dir, error.errno) from None


def check_var_dir(settings: Settings) -> None:
    """Raise SettingsError if the folder for files can be neither entered nor created.

    Creates nothing: a mistyped folder should not appear, nor one that belongs to an operator and
    that the service's user could not enter.
    """
    folder = settings.var_dir
    nearest = next(path for path in (folder, *folder.parents) if os.path.exists(path))
    if not nearest.is_dir():
        raise _unusable(folder, errno.ENOTDIR)
    if not os.access(nearest, os.X_OK if nearest == folder else os.W_OK | os.X_OK):
        is_read_only = os.statvfs(nearest).f_flag & os.ST_RDONLY
        raise _unusable(folder, errno.EROFS if is_read_only else errno.EACCES)


def _unusable(folder: Path, number: int | None) -> SettingsError:
    return SettingsError(
        f"consent.var_dir: the folder {folder} cannot be used: {os.strerror(number or errno.EIO)}."
        " Set it to a folder that this user can create or enter."
    )


@contextmanager
def database_of(ini: str | None) -> Iterator[Database]:
    """Give the database of the INI file ``ini`` to a command that needs no application.

    Raises NotReadyError if it has another schema.
    """
    from consent_app.application import database_options
    from consent_app.db.session import Database
    from consent_app.readiness.compatibility import check_file, check_schema

    settings = settings_of(ini)
    check_file(settings.database_url)
    database = Database(settings.database_url, None, database_options(settings))
    try:
        with database.autonomous_engine.connect() as connection:
            check_schema(connection)
        yield database
    finally:
        database.dispose()


def start_logging(ini: str | None, settings: Settings) -> None:
    """Set up logging by the file's ``[loggers]``, or by the settings if it has none."""
    loader = _loader(ini) if ini is not None else None
    if loader is not None and "loggers" in loader.get_sections():
        try:
            loader.setup_logging()
        except Exception as error:
            # The library passes on any exception: KeyError, ValueError, ImportError and others.
            raise SettingsError(
                f"{ini}: its logging sections cannot be used ({type(error).__name__}: {error})."
                " Correct them, or remove [loggers] and use consent.log_format."
            ) from None
    else:
        set_up_logging(settings.log_format)


def app_section(ini: str | None) -> dict[str, str]:
    """Return the INI file's section of settings unchanged, or an empty one without a file.

    Raises SettingsError for a file that is missing, unreadable or malformed.
    """
    if ini is None:
        return {}
    if not ini:
        raise SettingsError("The name of the INI file is empty.")
    if not Path(ini).is_file():
        raise SettingsError(f"There is no file {ini}.")
    try:
        section = dict(_loader(ini).get_settings("app:main"))
    except (configparser.Error, UnicodeError, OSError) as error:
        raise SettingsError(f"{ini} cannot be read: {_reason(error)}") from None
    if not section:
        raise SettingsError(f"{ini} has no section [app:main].")
    return section


def _loader(ini: str) -> plaster_pastedeploy.Loader:
    # Not found among the installed packages' entry points: reading those takes 60 ms of CPU.
    return plaster_pastedeploy.Loader(PlasterURL("file+ini", path=ini))


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.strerror}."
    if isinstance(error, configparser.InterpolationError):
        return f"a value has a lone %; write %% instead. ({error.option})"
    # Their messages quote the line, which may contain a password.
    if isinstance(error, configparser.MissingSectionHeaderError):
        return f"line {error.lineno} is above the first section, such as [app:main]."
    if isinstance(error, configparser.ParsingError):
        lines = ", ".join(str(number) for number, _ in error.errors)
        return f"line {lines} is not of the form NAME = VALUE."
    return " ".join(str(error).split())

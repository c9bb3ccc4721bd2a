"""Brings up a highly available installation on one machine, to try it and to test failover.

    python deploy/ha/loopback.py FOLDER

Two PostgreSQL under Patroni with synchronous replication, etcd, Redis, two web servers and a
worker, and nginx before them, all on loopback. Prints the addresses and runs until Ctrl-C. Needs
the programs etcd, patroni, redis-server, nginx and PostgreSQL's; a real installation has each on
machines of its own, and passwords (docs/high-availability.md).
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

HERE = Path(__file__).resolve().parent
START_SECONDS = 120
DATABASES = ("pg1", "pg2")
SERVERS = ("web1", "web2")


class MissingProgramError(RuntimeError):
    """A program that is needed is not installed."""


@dataclass(frozen=True)
class Programs:
    """Where the programs are."""

    etcd: str
    patroni: str
    redis: str
    nginx: str
    postgresql: Path

    @classmethod
    def locate(cls) -> Programs:
        """Find them on the PATH and where Debian has them. Raises MissingProgramError."""
        places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])

        def find(name: str) -> str:
            path = shutil.which(name, path=places)
            if path is None:
                raise MissingProgramError(f"{name} was not found.")
            return path

        versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
        postgres = versions[-1] if versions else Path(find("postgres")).resolve()
        return cls(
            find("etcd"),
            # It runs in another folder.
            str(Path(os.environ.get("PATRONI") or find("patroni")).absolute()),
            find("redis-server"),
            find("nginx"),
            postgres.parent,
        )


class Loopback:
    """The whole installation in ``folder``. ``start`` it, and ``stop`` it whatever happens."""

    def __init__(self, folder: Path, programs: Programs, *, secret_keys: str) -> None:
        self.folder = folder
        self._programs = programs
        self._secret_keys = secret_keys
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        # It refuses to run as root.
        self._owner = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        names = ["etcd", "etcd-peers", "redis", "nginx", *SERVERS]
        names += [f"{name}{end}" for name in DATABASES for end in ("", "-rest")]
        self.ports = dict(zip(names, _free_ports(len(names)), strict=True))

    @property
    def url(self) -> str:
        """Where the service is, behind nginx."""
        return f"http://localhost:{self.ports['nginx']}"

    def database_url(self, user: str = "consent", name: str = "consent") -> str:
        """Return the URL with both hosts, of which libpq takes the one that can be written to."""
        hosts = "&".join(f"host=127.0.0.1:{self.ports[database]}" for database in DATABASES)
        return f"postgresql://{user}:{user}@/{name}?{hosts}&target_session_attrs=read-write"

    def start(self) -> None:
        """Start everything, in order. Raises TimeoutError for what does not come up."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        self._start_etcd()
        for name in DATABASES:
            self.start_database(name)
        wait("a leader with a synchronous standby", self.is_safe)
        self._make_database()
        self._consent_app("migrate", "migrate").wait(START_SECONDS)
        redis = ("--port", str(self.ports["redis"]), "--bind", "127.0.0.1", "--save", "")
        self._run("redis", self._programs.redis, *redis, "--dir", str(self.folder))
        for name in SERVERS:
            self._consent_app(name, "web", "--workers", "1")
        self._consent_app("worker", "worker")
        for name in SERVERS:
            wait(name, self._answers(self.ports[name], "/v1/health/ready"))
        self._start_nginx()
        wait("nginx", self._answers(self.ports["nginx"], "/v1/health/ready"))

    def stop(self) -> None:
        """End everything at once."""
        for name in DATABASES:
            if name in self._processes:
                self.kill_database(name)
        for process in reversed(self._processes.values()):
            # What a process started, such as nginx's worker, would outlive it.
            for pid in [process.pid, *_descendants(process.pid)]:
                _kill(pid)
            process.wait()

    def cluster(self) -> list[dict[str, Any]]:
        """Return Patroni's members as one that lives has them: ``name``, ``role``, ``state``."""
        for name in DATABASES:
            try:
                port = self.ports[f"{name}-rest"]
                with urllib.request.urlopen(
                    f"http://127.0.0.1:{port}/cluster", timeout=2
                ) as answer:
                    members: list[dict[str, Any]] = json.load(answer)["members"]
                    return members
            except (OSError, ValueError):
                continue
        return []

    def leader(self) -> str | None:
        """Return the name of the database that leads, None where none does."""
        leaders = [entry["name"] for entry in self.cluster() if entry["role"] == "leader"]
        return str(leaders[0]) if leaders else None

    def is_safe(self) -> bool:
        """Whether there is a leader, and a standby that has all it has acknowledged."""
        roles = {(item["role"], item["state"]) for item in self.cluster()}
        return ("leader", "running") in roles and ("sync_standby", "streaming") in roles

    def start_database(self, name: str) -> None:
        """Start PostgreSQL under Patroni; one that led before comes back as a standby."""
        data = self.folder / name
        data.mkdir(exist_ok=True)
        self._give(data)
        settings = self.folder / f"{name}.yaml"
        settings.write_text(
            Template((HERE / "patroni.yaml").read_text()).substitute(
                name=name,
                data=data / "data",
                socket=data,
                binaries=self._programs.postgresql,
                rest=self.ports[f"{name}-rest"],
                port=self.ports[name],
                etcd=self.ports["etcd"],
            )
        )
        settings.chmod(0o644)
        self._run(name, self._programs.patroni, str(settings), user=True)

    def kill_database(self, name: str) -> None:
        """Kill Patroni, PostgreSQL and every backend, as a machine that loses its power."""
        patroni = self._processes.pop(name)
        patroni.kill()
        patroni.wait()
        pid_file = self.folder / name / "data" / "postmaster.pid"
        if not pid_file.exists():
            return
        postmaster = int(pid_file.read_text().split()[0])
        for pid in [postmaster, *_descendants(postmaster)]:
            _kill(pid)

    def _start_etcd(self) -> None:
        client = f"http://127.0.0.1:{self.ports['etcd']}"
        peers = f"http://127.0.0.1:{self.ports['etcd-peers']}"
        self._run(
            *("etcd", self._programs.etcd, "--data-dir", str(self.folder / "etcd")),
            *("--listen-client-urls", client, "--advertise-client-urls", client),
            *("--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers),
            *("--initial-cluster", f"default={peers}"),
        )
        wait("etcd", self._answers(self.ports["etcd"], "/health"))

    def _make_database(self) -> None:
        psql = str(self._programs.postgresql / "psql")
        port = str(self.ports[self.leader() or DATABASES[0]])
        for statement in (
            "CREATE ROLE consent LOGIN PASSWORD 'consent'",
            "CREATE DATABASE consent OWNER consent TEMPLATE template0 ENCODING 'UTF8'",
        ):
            self._call(psql, "-h", "127.0.0.1", "-p", port, "-U", "postgres", "-c", statement)

    def _start_nginx(self) -> None:
        settings = self.folder / "nginx.conf"
        template = Template((HERE / "nginx.conf").read_text())
        servers = "\n".join(f"        server 127.0.0.1:{self.ports[server]};" for server in SERVERS)
        # nginx' own variables begin with a dollar, too.
        settings.write_text(
            template.safe_substitute(folder=self.folder, servers=servers, port=self.ports["nginx"])
        )
        self._run("nginx", self._programs.nginx, "-p", str(self.folder), "-c", str(settings))

    def _consent_app(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        var_dir = self.folder / "var"
        environment = {
            "PORT": str(self.ports.get(name, 6543)),
            "CONSENT_ENVIRONMENT": "development",
            "CONSENT_DATABASE_URL": self.database_url(),
            "CONSENT_SECRET_KEYS": self._secret_keys,
            "CONSENT_RATE_LIMIT_STORAGE": f"redis://127.0.0.1:{self.ports['redis']}/0",
            "CONSENT_PUBLIC_ORIGIN": self.url,
            "CONSENT_BASE_URL": self.url,
            "CONSENT_VAR_DIR": str(var_dir),
            "CONSENT_ACCESS_LOG": "off",
        }
        return self._run(name, sys.executable, "-m", "consent_app.cli", *words, add=environment)

    def _run(
        self, name: str, *command: str, user: bool = False, add: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        owner = self._owner if user else None
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 - our own words
                command,
                cwd=HERE.parent.parent if add else self.folder,
                env=os.environ | (add or {}),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=owner.pw_uid if owner else None,
                group=owner.pw_gid if owner else None,
                extra_groups=[] if owner else None,
                start_new_session=True,
            )
        self._processes[name] = process
        return process

    def _call(self, *command: str) -> None:
        subprocess.run(  # noqa: S603 - our own words
            command, cwd="/", check=True, capture_output=True
        )

    def _give(self, path: Path) -> None:
        if self._owner is not None:
            os.chown(path, self._owner.pw_uid, self._owner.pw_gid)

    def _answers(self, port: int, path: str) -> Callable[[], bool]:
        def check() -> bool:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=2):
                    return True
            except OSError:
                return False

        return check


def wait(name: str, check: Callable[[], bool]) -> None:
    """Wait until ``check`` says so. Raises TimeoutError."""
    deadline = time.monotonic() + START_SECONDS
    while not check():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{name} did not come up within {START_SECONDS} seconds.")
        time.sleep(0.2)


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [item.getsockname()[1] for item in sockets]
    for item in sockets:
        item.close()
    return ports


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _descendants(pid: int) -> Iterator[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in map(int, children):
        yield child
        yield from _descendants(child)


def main(folder: Path) -> int:
    """Run the installation until Ctrl-C or SIGTERM."""
    from consent_app.settings import new_secret_key

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    installation = Loopback(folder, Programs.locate(), secret_keys=new_secret_key())
    try:
        installation.start()
        print(f"The service: {installation.url}\nIts databases: {installation.database_url()}")
        for name in DATABASES:
            print(
                f"Patroni of {name}: http://127.0.0.1:{installation.ports[f'{name}-rest']}/cluster"
            )
        print("Logs:", folder, "\nCtrl-C ends it.", flush=True)
        signal.pause()
    except KeyboardInterrupt:
        return 0
    finally:
        installation.stop()
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python deploy/ha/loopback.py FOLDER")
    sys.exit(main(Path(sys.argv[1]).resolve()))

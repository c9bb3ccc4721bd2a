"""Several hosts in a PostgreSQL URL, of which one is the primary at a time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, event

PRIMARY = ("read-write", "primary")
"""The values of ``target_session_attrs`` with which libpq looks for the primary."""
DEFAULT_PORT = "5432"


def prefer_latest_primary(engine: Engine) -> None:
    """Connect to the host first that was the primary at the latest connection.

    libpq always tries the hosts in the URL's order. While the machine of the first one is away,
    each new connection would wait for it until ``connect_timeout``.
    """
    hosts = _Hosts()
    event.listen(engine, "do_connect", hosts.reorder)
    event.listen(engine, "connect", hosts.note)


class _Hosts:
    def __init__(self) -> None:
        self._latest: tuple[str, str] | None = None

    def reorder(self, _dialect: Any, _record: Any, _args: Any, options: dict[str, Any]) -> None:
        if options.get("target_session_attrs") not in PRIMARY or "hostaddr" in options:
            return
        names, ports = (str(options.get(name) or "").split(",") for name in ("host", "port"))
        if len(ports) == 1:
            ports *= len(names)
        if len(names) == len(ports):
            hosts = sorted(zip(names, ports, strict=True), key=self._is_other)
            options["host"], options["port"] = (",".join(part) for part in zip(*hosts, strict=True))

    def _is_other(self, host: tuple[str, str]) -> bool:
        name, port = host
        return (name, port or DEFAULT_PORT) != self._latest

    def note(self, connection: Any, _record: Any) -> None:
        self._latest = (connection.info.host, str(connection.info.port))

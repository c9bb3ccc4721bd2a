"""Reading settings as text: from the INI file, the environment, and files with secrets.

All errors are collected, so that an operator sees them in one report.
"""

from __future__ import annotations

import difflib
import errno
import ipaddress
import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from consent_app.settings.error import SettingsError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
T = TypeVar("T")
Choice = TypeVar("Choice", bound=str)

PREFIX = "consent."
VARIABLE_PREFIX = "CONSENT_"
FILE_SUFFIX = "_FILE"
_HEADER = re.compile(r"[A-Za-z0-9-]+")
_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?")
_SLUG = "slug--of--a--workspace"
"""Stands for ``{slug}`` while an origin is read."""
_PORTS = {"http": 80, "https": 443}


def variable_of(name: str) -> str:
    """Return the environment variable of the setting ``name``."""
    return VARIABLE_PREFIX + name.upper().replace(".", "_")


class Networks(tuple[Network, ...]):
    """Networks such as those of the trusted proxies, and whether they contain an address."""

    contains: Callable[[str], bool]

    def __init__(self, _: Iterable[Network] = ()) -> None:
        # Every request of a proxy asks for the proxy's address.
        self.contains = lru_cache(maxsize=256)(self._contains)

    def _contains(self, address: str) -> bool:
        parsed = ipaddress.ip_address(address)
        return any(parsed in network for network in self)


class SettingsReader:
    """Reads settings one by one; ``errors`` collects all problems.

    A setting ``NAME`` is, in this order, the variable ``CONSENT_NAME``, the content of the file
    that ``CONSENT_NAME_FILE`` names (such as a credential of systemd or a container), or
    ``consent.NAME`` of the INI file. ``origins`` says where each came from, and ``texts`` has them
    as they were written.
    """

    def __init__(self, ini: Mapping[str, str], environ: Mapping[str, str]) -> None:
        self.errors: list[str] = []
        self.origins: dict[str, str] = {}
        self.texts: dict[str, str | None] = {}
        self._unreadable: set[str] = set()
        self._ini = ini
        self._environ = environ

    def text(self, name: str, default: str | None = None) -> str | None:
        """Return a setting without surrounding white space; ``default`` if it is not set."""
        variable = variable_of(name)
        self.origins[name] = "default"
        value: str | None = None
        if variable in self._environ:
            value, origin = self._environ[variable], variable
            if variable + FILE_SUFFIX in self._environ:
                self.fail(f"Set either {variable} or {variable}{FILE_SUFFIX}, not both.")
        elif variable + FILE_SUFFIX in self._environ:
            origin = variable + FILE_SUFFIX
            value = self._secret(origin, self._environ[origin])
            if value is None:
                self._unreadable.add(name)
        else:
            value, origin = self._ini.get(PREFIX + name), "INI file"
        value = value.strip() if value is not None else None
        if value:
            self.origins[name] = origin
        self.texts[name] = value or default
        return self.texts[name]

    def required(self, name: str, default: str | None = None) -> str:
        """Return a required setting; an empty text, after recording the error, if it is not set."""
        value = self.text(name, default)
        if value is None:
            self.miss(
                name,
                f"{PREFIX}{name} is not set. Set it in the INI file or as {variable_of(name)}.",
            )
        return value or ""

    def miss(self, name: str, problem: str) -> None:
        """Record ``problem``: the required setting ``name`` is not set.

        If it was to come from a file, the file is the problem: an operator must not create new
        secrets because the old ones cannot be read.
        """
        variable = variable_of(name) + FILE_SUFFIX
        if variable not in self._environ or variable_of(name) in self._environ:
            self.fail(problem)
        elif name not in self._unreadable:
            self.fail(f"{variable}: the file {self._environ[variable]} is empty.")

    def number(self, name: str, default: int, minimum: int, maximum: int | None = None) -> int:
        """Return a whole number of at least ``minimum``, and of at most ``maximum``."""
        try:
            value = int(self.text(name, str(default)) or default)
        except ValueError:
            self.fail(f"{PREFIX}{name} must be a whole number.")
            return default
        if maximum is not None and not minimum <= value <= maximum:
            self.fail(f"{PREFIX}{name} must be between {minimum} and {maximum}.")
            return default
        if value < minimum:
            self.fail(f"{PREFIX}{name} must be {minimum} or more.")
            return default
        return value

    def header(self, name: str) -> str | None:
        """Return the name of a header, None if it is not set."""
        value = self.text(name)
        if value is not None and not _HEADER.fullmatch(value):
            self.fail(f"{PREFIX}{name} must be the name of a header, such as X-Country.")
        return value

    def choice(self, name: str, default: Choice, choices: tuple[Choice, ...]) -> Choice:
        """Return one of ``choices``."""
        text = self.text(name, default)
        for choice in choices:
            if choice == text:
                return choice
        self.fail(f"{PREFIX}{name} must be one of {', '.join(choices)}.")
        return default

    def switch(self, name: str, default: bool) -> bool:
        """Return whether a setting is ``on``."""
        return self.choice(name, "on" if default else "off", ("on", "off")) == "on"

    def origin(self, name: str, default: str | None, *, with_slug: bool = False) -> str:
        """Return an origin as browsers write it, such as ``https://example.com``.

        Its host may contain ``{slug}`` if ``with_slug``. An empty text stands for an error.
        """
        value = self.required(name, default)
        if not value:
            return value
        origin = _browser_origin(value.replace("{slug}", _SLUG, 1) if with_slug else value)
        if origin is None:
            self.fail(f"{PREFIX}{name} must be an origin such as https://example.com.")
            return ""
        return origin.replace(_SLUG, "{slug}")

    def file(self, name: str) -> Path | None:
        """Return the path of a file or folder that this user can read, None if it is not set."""
        text = self.text(name)
        if text is None:
            return None
        path = Path(text)
        try:
            path.stat()
            if not os.access(path, os.R_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        except (FileNotFoundError, NotADirectoryError):
            self.fail(f"{PREFIX}{name}: there is no file {text}.")
        except OSError as error:
            self.fail(f"{PREFIX}{name}: the file {text} cannot be read: {error.strerror}.")
        else:
            return path
        return None

    def networks(self, name: str, default: str) -> Networks:
        """Return a list of networks."""
        words = (self.text(name, default) or "").replace(",", " ").split()
        networks = [self._network(name, word) for word in words]
        return Networks(network for network in networks if network is not None)

    def _network(self, name: str, word: str) -> Network | None:
        try:
            interface = ipaddress.ip_interface(word)
        except ValueError:
            self.fail(f"{PREFIX}{name}: {word} is not an address or a network such as 10.0.0.0/8.")
            return None
        network = interface.network
        if interface.ip != network.network_address:
            self.fail(f"{PREFIX}{name}: {word} is an address in a network. Write {network}.")
            return None
        return network

    def parsed(self, parse: Callable[[], T], fallback: T) -> T:
        """Return the result of ``parse``, or ``fallback`` if it raises SettingsError."""
        try:
            return parse()
        except SettingsError as error:
            self.errors.extend(error.problems)
            return fallback

    def fail(self, problem: str) -> None:
        """Record an error."""
        self.errors.append(problem)

    def refuse_unknown(self, optional_names: tuple[str, ...] = ()) -> None:
        """Note each unknown setting, with the most similar known name.

        ``optional_names`` are settings that are read only under some conditions.
        """
        names = sorted({*self.origins, *optional_names})
        variables = {variable_of(name) for name in names}
        files = {variable + FILE_SUFFIX for variable in variables}
        for key in self._ini:
            if key.startswith(PREFIX) and key.removeprefix(PREFIX) not in names:
                self._unknown(PREFIX, key, names)
        for variable in self._environ:
            if variable.startswith(VARIABLE_PREFIX) and variable not in variables | files:
                self._unknown(
                    VARIABLE_PREFIX,
                    variable,
                    [variable_of(name)[len(VARIABLE_PREFIX) :] for name in names],
                )

    def _unknown(self, prefix: str, name: str, names: list[str]) -> None:
        nearest = difflib.get_close_matches(name.removeprefix(prefix), names, 1)
        hint = (
            f" Did you mean {prefix}{nearest[0]}?" if nearest else " docs/settings.md lists them."
        )
        self.fail(f"{name} is not a setting.{hint}")

    def _secret(self, variable: str, path: str) -> str | None:
        try:
            return Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
            self.fail(f"{variable}: the file {path} cannot be read: {reason}.")
            return None


def is_page_address(text: str) -> bool:
    """Return whether ``text`` is the address of a page, http or https, with a host."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _browser_origin(text: str) -> str | None:
    """Return an origin as browsers write it: in lower case, without the scheme's own port.

    None if ``text`` is no origin.
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    extra = (parts.username, parts.password, parts.path.rstrip("/"), parts.query, parts.fragment)
    if parts.scheme not in _PORTS or any(extra) or any(map(str.isspace, text)):
        return None
    host = f"[{host}]" if _is_ipv6(host) else _ascii_host(host)
    if not host:
        return None
    is_named = port not in (None, _PORTS[parts.scheme])
    return f"{parts.scheme}://{host}:{port}" if is_named else f"{parts.scheme}://{host}"


def _is_ipv6(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).version == 6
    except ValueError:
        return False


def _ascii_host(host: str) -> str:
    """Return a host's name with ``xn--`` for other letters; an empty text if it is not one."""
    if not host.isascii():
        # Imported here: few names need it.
        import idna

        try:
            host = idna.encode(host, uts46=True).decode()
        except idna.IDNAError:
            return ""
    return host if _HOST.fullmatch(host) else ""

"""Production's restrictions: it needs a mail server, and refuses unencrypted traffic to other
machines."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from consent_app.settings.reader import PREFIX, SettingsReader

_WITH_TLS = {"https", "smtps", "smtp+starttls", "rediss", "redis+unix", "unix", "memory"}


def check_exposure(
    read: SettingsReader, *, smtp_url: str | None, storage: str, origins: Iterable[tuple[str, str]]
) -> None:
    """Check that production's settings send nothing unencrypted to other machines.

    ``origins`` are pairs of a setting's name and its value. The errors that are recorded name the
    setting and never its value.
    """
    for name, value in origins:
        if not value or read.origins[name] == "default":
            continue
        instead = "Use https://; plain http is only allowed on this machine."
        _refuse_clear(read, name, value, instead)
    if smtp_url is None:
        read.miss(
            "smtp_url",
            "consent.smtp_url is not set. Production needs a mail server: without one nobody gets a"
            " verification, a reset or an invitation. Set it as CONSENT_SMTP_URL.",
        )
    else:
        _refuse_clear(read, "smtp_url", smtp_url, "Use smtp+starttls:// or smtps://.")
    _refuse_clear(read, "rate_limit_storage", storage, "Use rediss://.")


def _refuse_clear(read: SettingsReader, name: str, value: str, instead: str) -> None:
    try:
        parts = urlsplit(value)
        host = parts.hostname or ""
    except ValueError:
        # Malformed: reported where the setting is read.
        return
    if parts.scheme in _WITH_TLS or _is_this_machine(parts.scheme, parts.netloc, host):
        return
    read.fail(f"{PREFIX}{name} would leave this machine without TLS. {instead}")


def _is_this_machine(scheme: str, netloc: str, host: str) -> bool:
    if "+" in scheme and "," in netloc:
        # Several hosts of a cluster or of sentinels.
        hosts = netloc.rpartition("@")[2].split(",")
        return all(is_loopback(location.rpartition(":")[0] or location) for location in hosts)
    return is_loopback(host)


def is_loopback(host: str) -> bool:
    """Return whether ``host`` is this machine: ``localhost`` or below it, or a loopback address."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

"""Production's restrictions: it needs a mail server, and refuses unencrypted network traffic."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from consent_app.settings.error import SettingsError
from consent_app.settings.identity_providers import is_loopback

_WITH_TLS = {"https", "smtps", "smtp+starttls", "rediss", "redis+unix", "unix", "memory"}


def check_exposure(
    *, smtp_url: str | None, storage: str, origins: Iterable[tuple[str, str]]
) -> None:
    """Check that production's settings send nothing unencrypted to other machines.

    ``origins`` are pairs of a setting's name and its value. Raises SettingsError, which names the
    setting and never its value.
    """
    if smtp_url is None:
        raise SettingsError(
            "consent.smtp_url is not set. Production needs a mail server: without one nobody gets a"
            " verification, a reset or an invitation. Set it as CONSENT_SMTP_URL."
        )
    for name, value in origins:
        _refuse_clear(name, value, "Use https://; plain http is only allowed on this machine.")
    _refuse_clear("smtp_url", smtp_url, "Use smtp+starttls:// or smtps://.")
    _refuse_clear("rate_limit_storage", storage, "Use rediss://.")


def _refuse_clear(name: str, value: str, instead: str) -> None:
    try:
        parts = urlsplit(value)
        host = parts.hostname or ""
    except ValueError:
        raise SettingsError(f"consent.{name} is malformed.") from None
    if parts.scheme in _WITH_TLS or _is_this_machine(parts.scheme, parts.netloc, host):
        return
    raise SettingsError(f"consent.{name} would leave this machine without TLS. {instead}")


def _is_this_machine(scheme: str, netloc: str, host: str) -> bool:
    if "+" in scheme and "," in netloc:
        # Several hosts of a cluster or of sentinels.
        hosts = netloc.rpartition("@")[2].split(",")
        return all(is_loopback(location.rpartition(":")[0] or location) for location in hosts)
    return is_loopback(host)

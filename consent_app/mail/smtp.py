"""Sending by SMTP (RFC 5321): one connection for each email, encrypted as the URL's scheme says.

A 4yz reply, a failing connection or a misconfigured server may be temporary, so the email is tried
again. A 5yz reply to the recipient or to the email is permanent.
"""

from __future__ import annotations

import contextlib
import re
import smtplib
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Literal
from urllib.parse import unquote, urlsplit

from consent_app.jobs import JobFailed, RetryLater
from consent_app.mail.message import Mail
from consent_app.net.network import trusted_authorities
from consent_app.settings import SettingsError
from consent_app.settings.exposure import is_loopback

TIMEOUT_SECONDS = 30.0

_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
_MALFORMED = (
    "consent.smtp_url must be smtp://, smtp+starttls:// or smtps:// and"
    " [user:password@]host[:port]. In a user or password, write @ : / ? # and % percent-encoded,"
    " such as %40 for @."
)
_NO_STARTTLS = (
    "The mail server does not offer STARTTLS. If its port begins with TLS, use smtps:// in"
    " consent.smtp_url."
)
_NO_LOGIN = (
    "The mail server does not offer a login that this service knows on this connection. It may"
    " require TLS first (smtp+starttls:// in consent.smtp_url), or no user and password."
)
_ENHANCED_CODE = re.compile(rb"\b[245]\.\d{1,3}\.\d{1,3}\b")


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """The server that ``consent.smtp_url`` names."""

    scheme: Literal["smtp", "smtp+starttls", "smtps"]
    host: str
    port: int
    user: str | None = None
    password: str | None = field(default=None, repr=False)


def parse_smtp_url(url: str) -> SmtpServer:
    """Parse ``smtp://``, ``smtp+starttls://`` or ``smtps://[user:password@]host[:port]``.

    User and password are percent-encoded. Raises SettingsError, without the value.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise SettingsError(_MALFORMED) from None
    extra = (parts.path.strip("/"), parts.query, parts.fragment)
    if parts.scheme not in _PORTS or not parts.hostname or any(extra):
        raise SettingsError(_MALFORMED)
    if parts.username and parts.scheme == "smtp" and not is_loopback(parts.hostname):
        raise SettingsError(
            "consent.smtp_url would send the password in the clear: use smtp+starttls:// or"
            " smtps://."
        )
    return SmtpServer(
        scheme=parts.scheme,  # type: ignore[arg-type]
        host=parts.hostname,
        port=port or _PORTS[parts.scheme],
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
    )


class SmtpTransport:
    """Sends through one server, whose certificate is verified."""

    def __init__(self, server: SmtpServer, *, timeout: float = TIMEOUT_SECONDS) -> None:
        self._server = server
        self._timeout = timeout
        # Loading the authorities takes 30 ms of CPU time: once, with the first email.
        self._authorities = cache(trusted_authorities)

    def send(self, mail: Mail) -> None:
        """Send ``mail``. Returns once the server has accepted it."""
        with _as_reasons():
            connection = self._connect()
        try:
            with _as_reasons():
                self._log_in(connection)
            _deliver(connection, mail)
            # The server has accepted the email, even if closing the connection fails.
            with contextlib.suppress(smtplib.SMTPException, OSError):
                connection.quit()
        finally:
            connection.close()

    def _connect(self) -> smtplib.SMTP:
        server = self._server
        if server.scheme == "smtps":
            return smtplib.SMTP_SSL(
                server.host,
                server.port,
                timeout=self._timeout,
                context=self._authorities(),
            )
        return smtplib.SMTP(server.host, server.port, timeout=self._timeout)

    def _log_in(self, connection: smtplib.SMTP) -> None:
        if self._server.scheme == "smtp+starttls":
            connection.starttls(context=self._authorities())
        if self._server.user is not None:
            connection.login(self._server.user, self._server.password or "")


def _deliver(connection: smtplib.SMTP, mail: Mail) -> None:
    try:
        with _as_reasons():
            # Already encoded: the library's own serialiser is not used.
            options = ("SMTPUTF8", "BODY=8BITMIME") if mail.international else ()
            connection.sendmail(mail.sender, [mail.recipient], mail.content, options)
    except _Refusal as refusal:
        if refusal.code >= 500:
            raise JobFailed(refusal.reason, refusal.answer) from None
        raise


class _Refusal(RetryLater):
    """A refusal of the recipient or of the email; permanent if ``code`` says so."""

    def __init__(self, step: str, code: int, text: bytes | str) -> None:
        self.code = code
        super().__init__(*_refusal(step, code, text))


@contextlib.contextmanager
def _as_reasons() -> Iterator[None]:
    """Turn smtplib's exceptions into reasons without the address, which servers like to repeat."""
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        ((code, text),) = error.recipients.values()
        raise _Refusal("the recipient", code, text) from None
    except smtplib.SMTPDataError as error:
        raise _Refusal("the email", error.smtp_code, error.smtp_error) from None
    except smtplib.SMTPSenderRefused as error:
        raise RetryLater(*_refusal("the sender", error.smtp_code, error.smtp_error)) from None
    except smtplib.SMTPAuthenticationError as error:
        raise RetryLater(*_refusal("the login", error.smtp_code, error.smtp_error)) from None
    except smtplib.SMTPNotSupportedError as error:
        if "SMTPUTF8" in str(error):
            raise JobFailed("The mail server accepts only addresses in ASCII.") from None
        raise RetryLater(_NO_STARTTLS if "STARTTLS" in str(error) else _NO_LOGIN) from None
    except smtplib.SMTPResponseException as error:
        raise RetryLater(*_refusal("to talk", error.smtp_code, error.smtp_error)) from None
    except (smtplib.SMTPException, OSError) as error:
        if "authentication method" in str(error):
            raise RetryLater(_NO_LOGIN) from None
        raise RetryLater(f"The mail server cannot be reached: {_reason(error)}.") from None


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid ({error.verify_message.rstrip('.')})"
    if isinstance(error, ssl.SSLError):
        return (
            f"TLS failed ({error.reason}). smtps:// is for a port that begins with TLS, such as"
            " 465, and smtp+starttls:// for others, such as 587"
        )
    if isinstance(error, TimeoutError) or "timed out" in str(error):
        return "it does not answer in time"
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return "it closed the connection"
    # Such as an unknown host, or a refused connection.
    return getattr(error, "strerror", None) or type(error).__name__


def _refusal(step: str, code: int, text: bytes | str) -> tuple[str, str]:
    """Return the reason, and what the server said, in one line."""
    raw = text.encode("utf-8", "replace") if isinstance(text, str) else text
    enhanced = _ENHANCED_CODE.search(raw)
    enhanced_code = f" {enhanced.group().decode()}" if enhanced else ""
    words = raw.decode("utf-8", "replace").split()
    answer = "".join(filter(str.isprintable, " ".join(words)))
    return f"The mail server refused {step}: {code}{enhanced_code}.", answer

"""Real SMTP servers for tests: one that accepts mail, and one for each way to refuse it."""

from __future__ import annotations

import asyncio
import datetime
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass
class MailHandler:
    """The emails that a server accepted, and the replies with which it refuses others."""

    envelopes: list[Any] = field(default_factory=list)
    sessions: list[Any] = field(default_factory=list)
    recipient_answers: list[str] = field(default_factory=list)
    data_answers: list[str] = field(default_factory=list)
    silent_seconds: float = 0.0

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.silent_seconds:
            time.sleep(self.silent_seconds)
        if self.recipient_answers:
            return self.recipient_answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.data_answers:
            return self.data_answers.pop(0)
        self.envelopes.append(envelope)
        self.sessions.append(session)
        return "250 OK"


@contextmanager
def smtp_server(server: MailHandler, **options: Any) -> Iterator[int]:
    """Run a server on a loopback port; yield the port."""
    controller = Controller(server, hostname="127.0.0.1", port=0, ready_timeout=10, **options)

    def port() -> int:
        assert isinstance(controller.server, asyncio.Server)
        number: int = controller.server.sockets[0].getsockname()[1]
        return number

    def knock() -> None:
        socket.create_connection(("127.0.0.1", port())).close()

    # The controller would connect to the port that it was given, which is 0 here: any free port.
    controller._trigger_server = knock  # type: ignore[method-assign]
    controller.start()
    try:
        yield port()
    finally:
        controller.stop()


def logins(user: bytes, password: bytes) -> dict[str, Any]:
    """Return options for a server that requires this login."""

    def check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        right = isinstance(data, LoginPassword) and (data.login, data.password) == (user, password)
        return AuthResult(success=right, handled=False)

    return {"authenticator": check, "auth_required": True}


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, Path]:
    """Create a self-signed certificate for ``name``; return an SSL context and the PEM file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "certificate.pem"
    pem.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    private = folder / "key.pem"
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(pem, private)
    return context, pem

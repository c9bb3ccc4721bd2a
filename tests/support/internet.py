"""A small internet on this machine's loopback addresses: name servers, sites, authorities."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from dnslib import QTYPE, RCODE, RR, DNSRecord
from dnslib.server import BaseResolver, DNSLogger, DNSServer

from consent_app.net.address_policy import Address
from consent_app.net.network import Network
from consent_app.verification.verifier import Verifier

PUBLIC = "127.0.0.2"
"""The only loopback address that is treated as public."""
PRIVATE = "127.0.0.1"

Page = Callable[["SiteHandler"], None] | bytes
Zone = dict[tuple[str, str], Any]


class ZoneResolver(BaseResolver):
    """Answers from ``zone``: ``{(name, type): [record data]}``, an RCODE's name, or a function."""

    def __init__(self) -> None:
        self.zone: Zone = {}

    def resolve(self, request: Any, handler: Any) -> DNSRecord:
        reply = request.reply()
        name = str(request.q.qname).rstrip(".").lower()
        kind = QTYPE[request.q.qtype]
        answer = self.zone.get((name, kind))
        if callable(answer):
            answer = answer()
        if isinstance(answer, str):
            reply.header.rcode = getattr(RCODE, answer)
        elif answer is None and not any(host == name for host, _ in self.zone):
            reply.header.rcode = RCODE.NXDOMAIN
        for record in answer if isinstance(answer, list) else []:
            reply.add_answer(*RR.fromZone(f"{name}. 60 IN {kind} {record}"))
        return reply


class SiteHandler(BaseHTTPRequestHandler):
    """Answers from the server's ``pages`` and records every request."""

    server: SiteServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        host = (self.headers["Host"] or "").lower()
        local = self.connection.getsockname()[0]
        self.server.seen.append((self.server.scheme, host, self.path, local, dict(self.headers)))
        page = self.server.pages.get((self.server.scheme, host, self.path))
        if page is None:
            self.answer(404, b"Not here.")
        elif callable(page):
            with contextlib.suppress(OSError):
                page(self)
        else:
            self.answer(200, page)

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        pass


class SiteServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, scheme: str, internet: Internet) -> None:
        super().__init__(("0.0.0.0", 0), SiteHandler)
        self.scheme = scheme
        self.pages = internet.pages
        self.seen = internet.seen

    def handle_error(self, *args: Any) -> None:
        pass


class Authority:
    """A certificate authority. ``make`` returns an SSL context for any kind of certificate.

    Without ``states_usage`` it is what ``openssl req -x509`` makes.
    """

    def __init__(self, folder: Path, *, states_usage: bool = True) -> None:
        self.folder = folder
        self.states_usage = states_usage
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.certificate = self._sign(self.key, "Test authority", self.key, None, [], 30, True)

    def pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    def write(self) -> Path:
        """Write the certificate to a file that names the trusted authorities."""
        path = self.folder / "authority.crt"
        path.write_text(self.pem(), encoding="ascii")
        return path

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cadata=self.pem())

    def make(self, *hostnames: str, days: int = 30, self_signed: bool = False) -> ssl.SSLContext:
        key = ec.generate_private_key(ec.SECP256R1())
        signer = (key, None) if self_signed else (self.key, self.certificate)
        certificate = self._sign(key, hostnames[0], *signer, list(hostnames), days, False)
        path = self.folder / f"{certificate.serial_number}.pem"
        path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context

    def _sign(
        self,
        key: ec.EllipticCurvePrivateKey,
        name: str,
        signer: ec.EllipticCurvePrivateKey,
        issuer: x509.Certificate | None,
        hostnames: list[str],
        days: int,
        authority: bool,
    ) -> x509.Certificate:
        now = datetime.datetime.now(datetime.UTC)
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:60])])
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer.subject if issuer else subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=60))
            .not_valid_after(now + datetime.timedelta(days=days))
            .add_extension(x509.BasicConstraints(authority, None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        )
        if authority and self.states_usage:
            usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
            builder = builder.add_extension(usage, critical=True)
        elif not authority:
            builder = builder.add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False
            )
        if hostnames:
            names = x509.SubjectAlternativeName([x509.DNSName(host) for host in hostnames])
            builder = builder.add_extension(names, critical=False)
        return builder.sign(signer, hashes.SHA256())


class Internet:
    """Name servers, and sites over http and https, on free ports of this machine.

    ``zone`` has the records of names, ``pages`` the sites' responses by ``(scheme, host, path)``,
    and ``certificates`` the kind of certificate of each host. ``seen`` lists every request with the
    address that received it.
    """

    def __init__(self, folder: Path) -> None:
        self.pages: dict[tuple[str, str, str], Page] = {}
        self.seen: list[tuple[str, str, str, str, dict[str, str]]] = []
        self.certificates: dict[str, ssl.SSLContext] = {}
        self.authority = Authority(folder)
        self.resolver = ZoneResolver()
        self.names = DNSServer(
            self.resolver, port=0, address="127.0.0.1", logger=DNSLogger("", logf=lambda text: None)
        )
        self.http = SiteServer("http", self)
        self.https = SiteServer("https", self)
        default = self.authority.make("unknown.invalid")
        default.sni_callback = self._choose
        self.https.socket = default.wrap_socket(self.https.socket, server_side=True)

    @property
    def zone(self) -> Zone:
        return self.resolver.zone

    def network(self, **changes: Any) -> Network:
        """Return the network that connects checks to this internet."""
        settings: dict[str, Any] = {
            "user_agent": "consent-app-verify/test (+https://consent.test)",
            "nameservers": (("127.0.0.1", self.names.server.server_address[1]),),
            "allowed": self.is_public,
            "trust": cache(self.authority.trust),
            "ports": {"http": self.http.server_port, "https": self.https.server_port},
            **changes,
        }
        return Network(**settings)

    def host(self, hostname: str, *, tls: bool = True, address: str = PUBLIC) -> None:
        """Add a site under a hostname, with a valid certificate if ``tls``."""
        self.zone[hostname, "A"] = [address]
        if tls:
            self.certificates[hostname] = self.authority.make(hostname)

    @staticmethod
    def is_public(address: Address) -> bool:
        return address == ipaddress.ip_address(PUBLIC)

    def _choose(self, connection: Any, hostname: str | None, context: ssl.SSLContext) -> int | None:
        if (certificate := self.certificates.get(hostname or "")) is None:
            return ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME
        connection.context = certificate
        return None


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Internet]:
    """Yield a running internet."""
    internet = Internet(folder)
    internet.names.start_thread()
    threads = [
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        for server in (internet.http, internet.https)
    ]
    for thread in threads:
        thread.start()
    try:
        yield internet
    finally:
        for server in (internet.http, internet.https):
            server.shutdown()
            server.server_close()
        internet.names.stop()
        internet.names.server.server_close()
        for thread in threads:
            thread.join(10)


@contextlib.contextmanager
def led_into(internet: Internet, wsgi: Any) -> Iterator[Verifier]:
    """Connect the checks of an application to ``internet``; yield its verifier."""
    verifier = wsgi.registry.application.get(Verifier)
    former, verifier.network = verifier.network, internet.network()
    try:
        yield verifier
    finally:
        verifier.network = former


def silent_port() -> socket.socket:
    """Return a bound UDP socket that never answers; the caller closes it."""
    silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    silent.bind(("127.0.0.1", 0))
    return silent

"""WebKit: Debian's MiniBrowser, driven through WebKitWebDriver (W3C WebDriver).

Its requests go through a proxy, which connects every host to this machine. The proxy also sends the
Global Privacy Control signal if a test switches it on, because WebKit does not support it.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx

from tests.support.processes import end_with_parent, free_port, wait_until_it_listens

NO_WEBKIT = (
    "WebKit was not found: WebKitWebDriver and Xvfb. On Debian: apt-get install"
    " webkit2gtk-driver xvfb"
)
WAIT_SECONDS = 60


class WebKit:
    """One window of WebKit."""

    def __init__(self, session: str, proxy: Proxy) -> None:
        self._client = httpx.Client(base_url=session, timeout=WAIT_SECONDS, trust_env=False)
        self._proxy = proxy

    def open(self, address: str) -> None:
        """Load a page."""
        self._call("POST", "/url", url=address)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression on the page."""
        return self._call("POST", "/execute/sync", script=f"return {expression}", args=[])

    def signal(self, on: bool) -> None:
        """Switch Global Privacy Control on or off."""
        self._proxy.signals = on

    def close(self) -> None:
        """End the session, which closes the browser."""
        self._call("DELETE", "")
        self._client.close()

    def _call(self, method: str, path: str, **body: Any) -> Any:
        sent = {"json": body} if method == "POST" else {}
        response = self._client.request(method, path, **sent)
        value = response.json()["value"]
        if response.is_error:
            raise AssertionError(f"{method} {path}: {value['error']}, {value['message']}")
        return value


def is_there() -> bool:
    """Return whether WebKit and its driver are installed."""
    return all(shutil.which(name) for name in ("WebKitWebDriver", "Xvfb"))


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Yield a window of WebKit."""
    proxy, port = Proxy(), free_port()
    with _screen() as display:
        driver = _started(
            ["WebKitWebDriver", f"--port={port}"],
            # Render without a graphics card.
            env=os.environ | {"DISPLAY": display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"},
        )
        try:
            wait_until_it_listens(port)
            browser = WebKit(_new_session(port, proxy.port), proxy)
            yield browser
            browser.close()
        finally:
            driver.terminate()
            driver.wait(timeout=20)
            proxy.close()


def _new_session(port: int, proxy: int) -> str:
    through = {"proxyType": "manual", "httpProxy": f"127.0.0.1:{proxy}"}
    body = {"capabilities": {"alwaysMatch": {"proxy": through}}}
    address = f"http://127.0.0.1:{port}/session"
    answer = httpx.post(address, json=body, timeout=WAIT_SECONDS, trust_env=False)
    return f"{address}/{answer.raise_for_status().json()['value']['sessionId']}"


@contextmanager
def _screen() -> Iterator[str]:
    reading, writing = os.pipe()
    server = _started(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as message:
            yield f":{message.readline().strip()}"
    finally:
        server.terminate()
        server.wait(timeout=20)


def _started(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=end_with_parent,
        **options,
    )


class Proxy:
    """Forwards plain HTTP for any host to this machine, one request for each connection."""

    def __init__(self) -> None:
        self.signals = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Stop it."""
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._listener.accept()
                threading.Thread(target=self._forward, args=(caller,), daemon=True).start()

    def _forward(self, caller: socket.socket) -> None:
        with suppress(OSError, ValueError), caller:
            head, _, body = self._read_head(caller).partition(b"\r\n\r\n")
            request, *lines = head.decode("latin-1").split("\r\n")
            method, address, version = request.split(" ")
            target = httpx.URL(address)
            headers = [
                line for line in lines if not line.lower().startswith(("connection", "proxy-"))
            ]
            signal = ["Sec-GPC: 1"] if self.signals else []
            sent = [f"{method} {target.raw_path.decode()} {version}", *headers, *signal]
            sent.append("Connection: close")
            with socket.create_connection(("127.0.0.1", target.port or 80)) as server:
                server.sendall("\r\n".join(sent).encode("latin-1") + b"\r\n\r\n" + body)
                threading.Thread(target=_carry, args=(caller, server), daemon=True).start()
                _carry(server, caller)

    @staticmethod
    def _read_head(caller: socket.socket) -> bytes:
        read = b""
        while b"\r\n\r\n" not in read:
            part = caller.recv(65536)
            if not part:
                break
            read += part
        return read


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)

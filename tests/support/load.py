"""A load of visitors and readers, and the results of their requests."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from tests.support.factories import Site, accept_all, bearer

RECORDING, READING = 16, 4
PAUSE = 0.25
"""Seconds until a client tries again after a refusal."""
READING_PAUSE = 0.05
"""Seconds between two lists, so that all readers together stay below the key's rate limit: 6,000 a
minute in development."""
USER_AGENTS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
    "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1",
)
REFUSED = {"action": "reject_all", "analytics": False, "marketing": False, "preferences": False}


@dataclass
class Load:
    """16 clients that record and 4 that read, each on a connection that it keeps until it breaks.

    ``recorded`` has the id of every receipt that a 201 acknowledged, and the time of the response.
    ``shown`` and ``read`` have the times at which banners and lists of receipts arrived, ``breaks``
    the times and kinds of all other outcomes. A third of the decisions have an ``Idempotency-Key``
    and are sent again until they are acknowledged.
    """

    port: int
    site: Site
    recorded: list[tuple[float, str]] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    breaks: list[tuple[float, str]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    _done: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def __enter__(self) -> Load:
        for number in range(RECORDING):
            self._threads.append(threading.Thread(target=self._record, args=(number,)))
        for _ in range(READING):
            self._threads.append(threading.Thread(target=self._read))
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._done.set()
        for thread in self._threads:
            thread.join(60)

    def wait_for_more(self, number: int, seconds: float = 60) -> float:
        """Wait until ``number`` more receipts are recorded; return the seconds that it took."""
        started_at = time.monotonic()
        goal = len(self.recorded) + number
        while len(self.recorded) < goal:
            assert time.monotonic() - started_at < seconds, self.broken
            time.sleep(0.01)
        return time.monotonic() - started_at

    @property
    def broken(self) -> Counter[str]:
        """Return the number of breaks by kind."""
        return Counter(kind for _, kind in self.breaks)

    def gap(self) -> float:
        """Return the longest time between two receipts, in seconds."""
        return _longest(instant for instant, _ in self.recorded)

    def reading_gaps(self) -> tuple[float, float]:
        """Return the longest time without a banner and without a list of receipts, in seconds."""
        return _longest(self.shown), _longest(self.read)

    def lost(self, stored_ids: Iterable[str]) -> set[str]:
        """Return the receipts that were acknowledged but are not stored."""
        return {receipt for _, receipt in self.recorded} - set(stored_ids)

    def quantile(self, part: float) -> float:
        """Return a quantile of the recording times, in seconds."""
        times = sorted(self.seconds)
        return times[min(len(times) - 1, int(part * len(times)))] if times else 0.0

    def _record(self, number: int) -> None:
        chance = random.Random(number)
        path = f"/v1/public/domains/{self.site.id}/consents"
        client = _Client(self.port, self.breaks)
        while not self._done.is_set():
            address = f"2001:db8:{number:x}:{chance.randrange(0xFFFF):x}::1"
            headers = {
                "Content-Type": "application/json",
                "Origin": self.site.origin,
                "User-Agent": chance.choice(USER_AGENTS),
                "X-Forwarded-For": address,
            }
            if chance.random() < 1 / 3:
                headers["Idempotency-Key"] = str(uuid.uuid4())
            decision = accept_all() | (REFUSED if chance.random() < 0.4 else {})
            while True:
                started_at = time.monotonic()
                answer = client.ask("POST", path, headers, json.dumps(decision))
                if answer is not None:
                    now = time.monotonic()
                    self.recorded.append((now, json.loads(answer)["id"]))
                    self.seconds.append(now - started_at)
                    break
                if self._done.wait(PAUSE) or "Idempotency-Key" not in headers:
                    break
        client.close()

    def _read(self) -> None:
        client = _Client(self.port, self.breaks)
        banner = f"/v1/public/domains/{self.site.id}/banner"
        origin = {"Origin": self.site.origin}
        while not self._done.is_set():
            shown = client.ask("GET", banner, origin)
            if shown is not None:
                self.shown.append(time.monotonic())
            listed = client.ask("GET", "/v1/api/consent-events?limit=50", bearer(self.site.key))
            if listed is not None:
                self.read.append(time.monotonic())
            self._done.wait(PAUSE if None in (shown, listed) else READING_PAUSE)
        client.close()


def _longest(instants: Iterable[float]) -> float:
    return max((b - a for a, b in pairwise(sorted(instants))), default=0.0)


class _Client:
    def __init__(self, port: int, breaks: list[tuple[float, str]]) -> None:
        self._port = port
        self._breaks = breaks
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> bytes | None:
        """Return the body of a 200 or 201. Record anything else as a break and return None."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            self._connection.request(method, path, body or None, {"Host": "localhost", **headers})
            response = self._connection.getresponse()
            content = response.read()
            if response.will_close:
                self.close()
        except (OSError, http.client.HTTPException) as error:
            self._breaks.append((time.monotonic(), type(error).__name__))
            self.close()
            return None
        if response.status in (200, 201):
            return content
        self._breaks.append((time.monotonic(), str(response.status)))
        return None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

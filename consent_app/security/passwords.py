"""Passwords and backup codes: Argon2id (RFC 9106) by PyNaCl, with limited concurrency.

One evaluation takes 64 MiB and about 60 ms of one core. More concurrent evaluations than cores only
make all of them slower. So the rest wait in a short queue, which is fair between networks, and
beyond its limit they are refused. They run on threads with low priority: people who sign in wait a
little longer, and nobody else notices.

Checking passwords has its own slots, which hashing new passwords never takes.
"""

from __future__ import annotations

import base64
import hmac
import logging
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

import nacl.exceptions
import nacl.pwhash.argon2id as argon2id

from consent_app.cores import available_cores
from consent_app.security.fair_queue import ANYONE, BusyError, Caller, FairQueue, Slots

OPERATIONS = 2
MEMORY_BYTES = 64 * 1024 * 1024
SALT_BYTES = argon2id.SALTBYTES
HASH_BYTES = 32
NICENESS = 5
"""A hash gets a quarter of a core beside a busy thread. At 15, sign-ins on a machine whose cores
were busy took longer than clients wait."""

T = TypeVar("T")

log = logging.getLogger(__name__)

__all__ = ["ANYONE", "BusyError", "Caller", "Capacity", "Cost", "Passwords"]


def _dummy_hash(cost: Cost) -> str:
    """Return a hash in PHC string form that takes as long to check as any other and matches no
    password. Computing a real one at start would cost each process, and each command, as much as a
    sign-in."""
    salt, digest = (
        base64.b64encode(os.urandom(size)).rstrip(b"=").decode()
        for size in (SALT_BYTES, HASH_BYTES)
    )
    parameters = f"m={cost.memory_bytes // 1024},t={cost.operations},p=1"
    return f"$argon2id$v=19${parameters}${salt}${digest}"


@dataclass(frozen=True, slots=True)
class Cost:
    """The effort of one evaluation: Argon2id's passes over its memory, and that memory in bytes."""

    operations: int = OPERATIONS
    memory_bytes: int = MEMORY_BYTES


@dataclass(frozen=True, slots=True)
class Capacity:
    """How many evaluations run concurrently, and how many more wait for up to ``wait_seconds``.

    None for ``concurrent`` means one fewer than there are cores.
    """

    concurrent: int | None = None
    queue: int = 32
    wait_seconds: float = 5.0


class Passwords:
    """Hashes and checks passwords. ``evaluations`` counts Argon2 runs, so that tests can show that
    every branch of a sign-in takes the same time.

    ``capacity`` applies to checking, and separately to hashing new passwords. Together they have
    half a queue more than a single one, so neither can take all slots. ``caller`` decides whose
    turn is next. ``watch`` is called with 1 when a caller starts to wait and with -1 at the end.
    """

    def __init__(
        self,
        cost: Cost = Cost(),
        capacity: Capacity = Capacity(),
        watch: Callable[[int], None] | None = None,
    ) -> None:
        self.cost = cost
        self._watch = watch or (lambda change: None)
        # One core stays free for other work, if there is more than one.
        concurrent, queue = capacity.concurrent or max(1, available_cores() - 1), capacity.queue
        shared = Slots(concurrent + queue + max(1, queue // 2))
        self._checking, self._making = (
            FairQueue(
                ThreadPoolExecutor(
                    concurrent, thread_name_prefix=name, initializer=_lower_priority
                ),
                concurrent + queue,
                shared,
            )
            for name in ("passwords", "new-passwords")
        )
        self._wait_seconds = capacity.wait_seconds
        self.evaluations = 0
        self._dummy = _parts(_dummy_hash(cost))

    def hash(self, password: str, caller: Caller = ANYONE) -> str:
        """Return the Argon2id hash in its PHC string form. Raises BusyError."""
        return self._run(
            lambda: argon2id.str(
                _bytes(password), opslimit=self.cost.operations, memlimit=self.cost.memory_bytes
            ).decode(),
            self._making,
            caller,
        )

    def verify(self, hashed: str | None, password: str, caller: Caller = ANYONE) -> bool:
        """Return whether ``password`` matches the hash. For None, and for what is no hash: False,
        after the same time.

        Raises BusyError.
        """
        stored = None
        with suppress(ValueError):
            stored = _parts(hashed or "")
        # Not argon2id.verify, to which too little memory is a wrong password.
        cost, salt, digest = stored or self._dummy
        evaluated = self._run(lambda: _raw(password, salt, cost), self._checking, caller)
        return hmac.compare_digest(evaluated, digest) and stored is not None

    def needs_rehash(self, hashed: str) -> bool:
        """Return whether ``hashed`` was made with outdated parameters."""
        return f"$m={self.cost.memory_bytes // 1024},t={self.cost.operations},p=1$" not in hashed

    def code_hash(self, code: str, salt: bytes, caller: Caller = ANYONE) -> bytes:
        """Return the raw Argon2id of a backup code with its set's ``salt``. Raises BusyError."""
        return self._run(lambda: _raw(code, salt, self.cost), self._checking, caller)

    def code_hashes(self, codes: list[str], salt: bytes, caller: Caller = ANYONE) -> list[bytes]:
        """Return the hashes of a complete set, in one turn. Raises BusyError."""
        return self._run(
            lambda: [_raw(code, salt, self.cost) for code in codes], self._making, caller
        )

    def _run(self, work: Callable[[], T], queue: FairQueue, caller: Caller = ANYONE) -> T:
        self.evaluations += 1
        self._watch(1)
        try:
            return queue.run(work, caller, self._wait_seconds)
        except nacl.exceptions.RuntimeError:
            log.error(
                "A password cannot be checked: the system refuses the %d MiB of memory for it.",
                self.cost.memory_bytes // 2**20,
            )
            raise BusyError from None
        finally:
            self._watch(-1)


def _parts(hashed: str) -> tuple[Cost, bytes, bytes]:
    """Return the cost, the salt and the digest of a hash in PHC string form. Raises ValueError."""
    _, kind, _, parameters, salt, digest = hashed.split("$")
    memory, operations, _ = (int(value.partition("=")[2]) for value in parameters.split(","))
    salt_bytes, digest_bytes = (base64.b64decode(part + "==") for part in (salt, digest))
    if kind != "argon2id" or (len(salt_bytes), len(digest_bytes)) != (SALT_BYTES, HASH_BYTES):
        raise ValueError("not a hash that this service makes")
    return Cost(operations, memory * 1024), salt_bytes, digest_bytes


def _raw(text: str, salt: bytes, cost: Cost) -> bytes:
    """Evaluate Argon2id. Raises nacl.exceptions.RuntimeError if there is too little memory."""
    return argon2id.kdf(
        HASH_BYTES, _bytes(text), salt, opslimit=cost.operations, memlimit=cost.memory_bytes
    )


def _lower_priority() -> None:
    # Only Linux has a priority for each thread.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

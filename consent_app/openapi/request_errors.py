"""The errors of one request, and how many of them are looked for.

Refusing a request must take time and memory in proportion to its size. Listing every error costs
more than validating the values, and twice as much with the reference library. So the library
explains only small requests, the compiled validators explain larger ones, and for the largest only
the first error is reported.
"""

from __future__ import annotations

from typing import Any

from consent_app.errors import FieldError
from consent_app.openapi import schemas
from consent_app.openapi.json import estimated_values

MAX_FIELD_ERRORS = 50
LIBRARY_VALUES = 200
LIBRARY_BYTES = 16 * 1024
"""The library explains requests with at most this many values, in at most this many bytes."""
COMPILED_VALUES = 2000
"""The compiled validators explain requests with at most this many values, if memory allows. Beyond
it only the first error is reported."""
ERROR_BYTES = 1536
"""The size of one of their errors. They create one for every wrong value before any is read."""
BODIES = 5
FREE_BYTES = 384 * 1024
"""A refusal may take this many times the request's bytes of memory, beyond a free allowance."""
BODY = ("body", "")
"""The body's location among the parts of a request."""


class RequestErrors:
    """The errors found so far, and the parts that the library has to explain.

    ``values`` and ``bytes`` are the number and the size of the parameters read so far, ``body`` is
    the body as it was sent: the library reads it even if only a parameter is wrong.
    """

    def __init__(self) -> None:
        self.field_errors: list[FieldError] = []
        self.unexplained: dict[tuple[str, str], list[FieldError]] = {}
        self.values = 0
        self.bytes = 0
        self.body = b""

    def refuse(self, part: tuple[str, str], validator: schemas.Validator, value: Any) -> None:
        """Add the compiled validator's errors for a part that it refused."""
        path = () if part == BODY else part
        if self._fits_in_memory:
            self.unexplained[part] = schemas.field_errors(validator, value, path)
        else:
            self.unexplained[part] = schemas.first_field_errors(
                validator, value, path, max_errors=MAX_FIELD_ERRORS
            )

    @property
    def _fits_in_memory(self) -> bool:
        values, size = self._size()
        return values <= COMPILED_VALUES and values * ERROR_BYTES <= FREE_BYTES + BODIES * size

    @property
    def small(self) -> bool:
        """Return whether the library may explain the request."""
        values, size = self._size()
        return values <= LIBRARY_VALUES and size <= LIBRARY_BYTES

    def _size(self) -> tuple[int, int]:
        """Return the number of values, at most, and of bytes that were read so far."""
        values = estimated_values(self.body) if self.body else 0
        return self.values + values, self.bytes + len(self.body)

    def __bool__(self) -> bool:
        return bool(self.field_errors or self.unexplained)

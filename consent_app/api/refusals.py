"""What is found wrong with one request, and how much of it is looked for.

The library gathers every error, twice, and the compiled validators once, and each costs more than
the value that it is about. So the library explains small requests alone, the compiled validators
larger ones, and of a request beyond that the first error is told and no other is looked for: to
refuse a request takes time and memory in proportion to its bytes, whatever they say.
"""

from __future__ import annotations

from typing import Any

from consent_app.api import schemas
from consent_app.errors import FieldError

MAX_FIELD_ERRORS = 50
LIBRARY_VALUES = 200
LIBRARY_BYTES = 16 * 1024
"""What the library explains: requests of so many values, in so many bytes, at the most."""
COMPILED_VALUES = 2000
"""What the compiled validators explain, where memory allows: requests of so many values at the
most. Beyond it the first error alone is told."""
ERROR_BYTES = 1536
"""What one of their errors holds. They make one of every value that is wrong before any is read."""
BODIES = 5
FREE_BYTES = 384 * 1024
"""A refusal takes no more memory than so many times the request's bytes, and so many free."""
BODY = ("body", "")
"""The place of a body among the parts of a request."""


class Refusals:
    """What was found wrong so far: errors known for sure, and parts that the library explains.

    ``values`` and ``bytes`` are of the request's parameters and body, as far as they were read.
    """

    def __init__(self) -> None:
        self.field_errors: list[FieldError] = []
        self.unexplained: dict[tuple[str, str], list[FieldError]] = {}
        self.values = 0
        self.bytes = 0

    def refuse(self, place: tuple[str, str], validator: schemas.Validator, value: Any) -> None:
        """Keep what the compiled validator says of the part that it refused."""
        path = () if place == BODY else place
        if self._fits_in_memory:
            self.unexplained[place] = schemas.field_errors(validator, value, path)
        else:
            self.unexplained[place] = schemas.first_faults(
                validator, value, path, most=MAX_FIELD_ERRORS
            )

    @property
    def _fits_in_memory(self) -> bool:
        errors = self.values * ERROR_BYTES
        return self.values <= COMPILED_VALUES and errors <= FREE_BYTES + BODIES * self.bytes

    @property
    def small(self) -> bool:
        """Whether the request is one that the library may explain."""
        return self.values <= LIBRARY_VALUES and self.bytes <= LIBRARY_BYTES

    def __bool__(self) -> bool:
        return bool(self.field_errors or self.unexplained)

"""An issuer, for the tests of ID tokens and of fetching keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.issuers import Issuer


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    """A provider of the test's own."""
    issuer = Issuer()
    yield issuer
    issuer.close()

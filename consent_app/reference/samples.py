"""Each operation in curl, Python and TypeScript, as ``make clients`` wrote it."""

from __future__ import annotations

import json
from importlib import resources

ORIGIN = "https://consent.example"
"""The placeholder in the samples for the address of the service that shows them."""

LANGUAGES = {"curl": "curl", "python": "Python", "typescript": "TypeScript"}


def read_samples(origin: str) -> dict[str, dict[str, str]]:
    """Return the samples by operation and language, with the service's own ``origin`` in them."""
    text = (resources.files(__name__.rpartition(".")[0]) / "samples.json").read_text("utf-8")
    samples: dict[str, dict[str, str]] = json.loads(text.replace(ORIGIN, origin))
    return samples

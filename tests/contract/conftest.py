"""The document, as its readers see it."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from consent_app.openapi.document import Document
from consent_app.settings import project_file


@pytest.fixture(scope="session")
def document() -> Document:
    spec: Any = yaml.safe_load(project_file("openapi.yaml").read_text(encoding="utf-8"))
    return Document(spec)

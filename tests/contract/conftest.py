"""The document, as its readers see it."""

from __future__ import annotations

import pytest

from consent_app.openapi.document import Document
from consent_app.settings import project_file
from tools.yaml_files import read_yaml


@pytest.fixture(scope="session")
def document() -> Document:
    return Document(read_yaml(project_file("openapi.yaml")))

"""Reading openapi.yaml, once for each process."""

from __future__ import annotations

from pathlib import Path

from openapi_spec_validator.readers import read_from_filename
from webtest import TestApp

from consent_app.openapi.document_file import read_document


def test_no_application_changes_the_document_that_the_next_one_reads(
    app: TestApp, project: Path
) -> None:
    path = project / "openapi.yaml"
    app.get("/v1/health/live", status=200)
    before = read_document(path, path.read_bytes())
    assert before is read_document(path, path.read_bytes())
    assert before == read_from_filename(str(path))[0]

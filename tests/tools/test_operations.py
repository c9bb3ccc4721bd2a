"""The generated requests are those of today's document."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from consent_app.openapi.document import Document
from tools import operations
from tools.operations import Writer

DOCUMENT = """
paths:
  /v1/things/{thingId}:
    x-pyramid-route-name: thing
    parameters:
      - {name: thingId, in: path, required: true, schema: {type: string, format: uuid}}
    patch:
      operationId: updateThing
      tags: [Things]
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [kind]
              properties:
                kind: {enum: [one, two]}
                endsAt: {type: [string, "null"], format: date-time}
                size: {type: integer, default: 3}
      responses: {}
"""


def test_a_document_becomes_typed_requests() -> None:
    text = Writer(Document(yaml.safe_load(DOCUMENT))).modules()["things.py"]
    assert "class UpdateThing(ApiRequest[ThingIdPath, Empty, Empty, UpdateThingBody]):" in text
    assert "    thing_id: UUID\n" in text
    assert '    kind: Literal["one", "two"]\n' in text
    assert "    ends_at: datetime | None\n" in text
    assert "    size: int\n" in text


def test_the_committed_files_match_the_document(project: Path) -> None:
    command = [sys.executable, "-m", "tools.operations", "--check"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_document_that_is_no_yaml_is_refused_with_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "openapi.yaml"
    document.write_text("openapi: 3.1.0\ninfo:\n  title: Notes\n version: 1\n")
    monkeypatch.setattr(operations, "DOCUMENT", document)
    assert operations.main() == 1
    assert capsys.readouterr().err == "openapi.yaml, line 4: did not find expected key\n"


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (
            "{$ref: '#/components/schemas/Note'}",
            "components/schemas/Text: the reference #/components/schemas/Note points to nothing",
        ),
        ("{type: strin}", "type: 'strin' is not valid under any of the given schemas"),
    ],
)
def test_an_invalid_document_is_refused_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    schema: str,
    message: str,
) -> None:
    document = tmp_path / "openapi.yaml"
    document.write_text(
        "openapi: 3.1.0\ninfo: {title: Notes, version: '1'}\npaths: {}\n"
        f"components: {{schemas: {{Text: {schema}}}}}\n"
    )
    monkeypatch.setattr(operations, "DOCUMENT", document)
    assert operations.main() == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"openapi.yaml, {message}"

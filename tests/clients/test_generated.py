"""The generated files of both clients are up to date, and name no registry."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.npm import MissingPackagesError
from tools import clients

HOST = re.compile(r"\bhttps?://([\w.-]+)")
# Written in parts, so that they occur nowhere.
REGISTRIES = [".".join(parts) for parts in (("pypi", "org"), ("npmjs", "com"), ("npmjs", "org"))]


def test_generated_code_of_another_document_is_detected(tmp_path: Path) -> None:
    other_document = tmp_path / "openapi.yaml"
    other_document.write_text("openapi: 3.1.0\n")
    assert clients.stale(other_document) == [clients.PYTHON, clients.TYPESCRIPT, clients.THREE_ZERO]
    assert clients.stale() == []


def test_the_check_names_the_client_that_is_stale(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clients, "digest", lambda document: "another")
    monkeypatch.setattr("sys.argv", ["clients", "--check"])
    with pytest.raises(SystemExit, match="True"):
        clients.main()
    output = capsys.readouterr().out
    assert "clients/python/consent_client/generated is out of date" in output
    assert "clients/typescript/src/generated is out of date" in output


def test_without_node_the_rest_is_generated_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent() -> Path:
        raise MissingPackagesError("Node.js or npm was not found. Install it")

    outputs: list[str] = []
    monkeypatch.setattr(clients, "write_three_zero", lambda: outputs.append("3.0"))
    monkeypatch.setattr(clients, "generate_python", lambda: outputs.append("python"))
    monkeypatch.setattr(clients, "typescript_packages", absent)
    monkeypatch.setattr(clients, "stale", lambda: [clients.TYPESCRIPT])
    monkeypatch.setattr("sys.argv", ["clients"])
    with pytest.raises(SystemExit, match="True"):
        clients.main()
    assert outputs == ["3.0", "python"]
    output = capsys.readouterr().err
    assert "clients/typescript/src/generated was not generated. Node.js" in output


def test_no_registry_is_named(project: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "clients"], cwd=project, capture_output=True, check=True
    )
    files = [project / name for name in listed.stdout.decode().split("\0") if name]
    generated = [path for path in files if {"generated", "openapi-3.0.yaml"} & {*path.parts}]
    assert {path.suffix for path in generated} >= {".py", ".ts", ".yaml"}
    # A registry may be any mirror, so no host is named but those that the contract itself names.
    # OpenAPI 3.0 has a licence's address where 3.1 has its SPDX identifier.
    hosts = {"spdx.org"} | set(HOST.findall((project / "openapi.yaml").read_text(encoding="utf-8")))
    names = {
        (path.relative_to(project).as_posix(), host)
        for path in generated
        for host in HOST.findall(path.read_text(encoding="utf-8"))
        if host not in hosts
    }
    assert names == set()
    lock = project / "clients" / "typescript" / "package-lock.json"
    assert '"resolved"' not in lock.read_text(encoding="utf-8")


def test_nothing_else_names_a_registry_either(project: Path) -> None:
    listed = subprocess.run(
        ["git", "grep", "-lF", *(f"-e{host}" for host in REGISTRIES)],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (listed.returncode, listed.stdout) == (1, "")

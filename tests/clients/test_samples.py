"""The samples of the API's reference are what the clients have and what shells read."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from textwrap import indent

import pytest

from consent_app.reference.samples import ORIGIN, read_samples
from tests.support import typescript
from tests.support.live_server import LiveServer
from tests.support.npm import MissingPackagesError
from tests.support.python_types import hold_to_types
from tests.support.typescript import TSCONFIG, user_project
from tools.clients import typescript_packages

SAMPLES = read_samples(ORIGIN)


def test_every_sample_in_python_passes_mypy_strict(project: Path, tmp_path: Path) -> None:
    # A function each, in one module: a name of one is not another's.
    functions = [
        f"def {name}() -> None:\n{indent(sample['python'], '    ')}"
        for name, sample in SAMPLES.items()
    ]
    module = tmp_path / "samples.py"
    module.write_text("\n\n".join(functions), encoding="utf-8")
    hold_to_types(project, "samples", module)


def test_every_sample_in_typescript_compiles(tmp_path: Path) -> None:
    try:
        installed = user_project() / "node_modules"
    except MissingPackagesError as error:
        pytest.skip(str(error))
    (tmp_path / "node_modules").symlink_to(installed)
    (tmp_path / "package.json").write_text('{"type": "module", "private": true}\n')
    files = [f"{name}.ts" for name in SAMPLES]
    (tmp_path / "tsconfig.json").write_text(
        json.dumps(
            {**TSCONFIG, "compilerOptions": {**TSCONFIG["compilerOptions"], "noEmit": True}}
            | {"files": files}
        )
    )
    for name, sample in SAMPLES.items():
        (tmp_path / f"{name}.ts").write_text(sample["typescript"], encoding="utf-8")
    tsc = typescript_packages() / "node_modules" / ".bin" / "tsc"
    ran = subprocess.run(
        [str(tsc), "--project", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("operation", ["getBannerScript", "getBannerChoices", "getBannerGpp"])
def test_a_script_is_read_as_text(node_project: Path, live: LiveServer, operation: str) -> None:
    ran = typescript.run(node_project, SAMPLES[operation]["typescript"].replace(ORIGIN, live.url))
    assert ran.returncode == 0, ran.stderr
    assert "=>" in ran.stdout


def test_every_sample_of_curl_is_a_shells(tmp_path: Path) -> None:
    script = tmp_path / "samples.sh"
    script.write_text("\n".join(sample["curl"] for sample in SAMPLES.values()), encoding="utf-8")
    # A curl that prints how many words it was given: all of an operation's are one command's.
    (tmp_path / "curl").write_text('#!/bin/sh\necho "$1"\n', encoding="utf-8")
    (tmp_path / "curl").chmod(0o755)
    ran = subprocess.run(
        ["sh", "-eu", str(script)],
        env={
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            **dict.fromkeys(
                ("ACCESS_TOKEN", "ACCOUNT_TOKEN", "CONSENT_API_KEY", "PROOF_TOKEN"), "token"
            ),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert len(lines) == len(SAMPLES)
    assert all(text.startswith(f"{ORIGIN}/") for text in lines)

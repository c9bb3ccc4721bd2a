"""The Python that make creates the environment with."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

FITS = '#!/bin/sh\necho "$0 $@" >> made\n'
TOO_OLD = "#!/bin/sh\nexit 1\n"


@pytest.mark.parametrize(
    ("named", "maker"), [(FITS, "named"), (TOO_OLD, "python3.15")], ids=["fits", "old"]
)
def test_the_named_python_makes_the_environment_if_it_fits(
    project: Path, tmp_path: Path, named: str, maker: str
) -> None:
    shutil.copy(project / "Makefile", tmp_path)
    for name, script in (("named", named), ("python3.15", FITS)):
        program = tmp_path / name
        program.write_text(script)
        program.chmod(0o755)
    subprocess.run(
        ["make", ".venv/bin/python"],
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHON": str(tmp_path / "named")},
        check=True,
        timeout=60,
    )
    made = (tmp_path / "made").read_text().splitlines()
    assert made[-1] == f"{tmp_path / maker} -m venv .venv"

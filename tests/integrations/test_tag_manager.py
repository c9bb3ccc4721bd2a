"""The template for Google Tag Manager: its own tests, its permissions, what its code may use."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.npm import HOW_TO_GET

HERE = Path(__file__).parent
SECTIONS = [
    *("TERMS_OF_SERVICE", "INFO", "TEMPLATE_PARAMETERS", "SANDBOXED_JS_FOR_WEB_TEMPLATE"),
    *("WEB_PERMISSIONS", "TESTS", "NOTES"),
]
# What sandboxed JavaScript has not, as its documentation lists it.
FORBIDDEN = r"\b(new|this|class|async|await|eval|window|document|import|export)\b|`|\.\.\."


@pytest.fixture(scope="module")
def template(project: Path) -> Path:
    return project / "integrations" / "gtm" / "template.tpl"


@pytest.fixture(scope="module")
def sections(template: Path) -> dict[str, str]:
    result = re.split(r"^___(\w+)___$", template.read_text("utf-8"), flags=re.MULTILINE)
    return {name: body.strip() for name, body in zip(result[1::2], result[2::2], strict=True)}


Run = Callable[[str], dict[str, Any]]


@pytest.fixture
def run(sections: dict[str, str], tmp_path: Path) -> Run:
    """Runs the tests inside a template and reports their results."""
    if shutil.which("node") is None:
        pytest.skip(f"Node.js was not found. {HOW_TO_GET}")
    return lambda template: run_tests(template, yaml.safe_load(sections["TESTS"]), tmp_path)


def run_tests(template: str, scenarios: Any, folder: Path) -> dict[str, Any]:
    (folder / "template.tpl").write_text(template)
    (folder / "scenarios.json").write_text(json.dumps(scenarios))
    run = subprocess.run(
        [
            *("node", HERE / "run_template_tests.js"),
            *(folder / "template.tpl", folder / "scenarios.json"),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    data: dict[str, Any] = json.loads(run.stdout)
    return data


def test_it_has_the_sections_of_a_template_in_their_order(sections: dict[str, str]) -> None:
    assert list(sections) == SECTIONS
    info = json.loads(sections["INFO"])
    assert (info["type"], info["containerContexts"]) == ("TAG", ["WEB"])
    # The gallery shows 200 characters.
    assert len(info["description"]) <= 200


def test_its_own_tests_pass_with_the_permissions_that_it_declares(template: Path, run: Run) -> None:
    outcome = run(template.read_text("utf-8"))
    assert failures(outcome) == {}
    assert len(outcome["scenarios"]) == 10
    assert sorted(outcome["used"]) == sorted(outcome["declared"])


@pytest.mark.parametrize(
    "permission",
    ["personalization_storage", "url_passthrough", "consentGtm", "https://consent.example/*"],
)
def test_its_own_tests_fail_without_one_of_them(
    template: Path, sections: dict[str, str], run: Run, permission: str
) -> None:
    declared = sections["WEB_PERMISSIONS"]
    assert declared.count(f'"{permission}"') == 1
    less = declared.replace(f'"{permission}"', '"other"')
    assert failures(run(template.read_text("utf-8").replace(declared, less)))


def failures(outcome: dict[str, Any]) -> dict[str, str]:
    return {
        scenario["name"]: scenario["failed"]
        for scenario in outcome["scenarios"]
        if scenario["failed"]
    }


def test_the_code_uses_what_it_requires_and_nothing_that_the_sandbox_lacks(
    sections: dict[str, str],
) -> None:
    code = re.sub(r"//.*|'[^'\n]*'", "", sections["SANDBOXED_JS_FOR_WEB_TEMPLATE"])
    assert re.findall(FORBIDDEN, code) == []
    required = re.findall(
        r"^const (\w+) = require\('(\w+)'\);$",
        sections["SANDBOXED_JS_FOR_WEB_TEMPLATE"],
        re.MULTILINE,
    )
    assert len(required) == 10
    for name, api in required:
        assert name == api
        assert len(re.findall(rf"\b{name}\b", code)) >= 2, f"{name} is not used"


def test_every_field_that_the_code_reads_exists_and_is_validated(sections: dict[str, str]) -> None:
    fields = {load["name"]: load for load in json.loads(sections["TEMPLATE_PARAMETERS"])}
    read = set(re.findall(r"\bdata\.(\w+)", sections["SANDBOXED_JS_FOR_WEB_TEMPLATE"]))
    names = {name for name, field in fields.items() if field["type"] != "LABEL"}
    assert read - {"gtmOnSuccess", "gtmOnFailure"} == names
    for name, good, bad in (
        ("server", "https://consent.example", "http://consent.example"),
        ("server", "https://consent.example/", "https://consent.example/v1"),
        ("domain", "0197f0a0-0000-7000-8000-000000000004", "0197f0a0"),
    ):
        (pattern,) = fields[name]["valueValidators"][0]["args"]
        assert re.search(pattern, good)
        assert not re.search(pattern, bad)


def test_the_gallerys_file_has_what_the_gallery_requires(project: Path) -> None:
    data = yaml.safe_load((project / "integrations" / "gtm" / "metadata.yaml").read_text("utf-8"))
    assert set(data) == {"homepage", "documentation", "versions"}

"""What the project is made of: licences, the bill of materials, vulnerabilities, secrets."""

from __future__ import annotations

import json

import pytest

from tools.supply import audit, licences, sbom, secrets
from tools.supply.packages import Package, locked, packages


def test_every_package_of_production_is_in_the_bill_with_its_licence() -> None:
    bill = json.loads(sbom.bill_of_materials())
    listed = {component["name"]: component["version"] for component in bill["components"]}
    assert locked().items() <= listed.items()
    assert {"preact", "htm", "openapi-fetch"} <= listed.keys()
    assert all(component["licenses"][0]["expression"] for component in bill["components"])


def test_the_bill_says_what_needs_each_package() -> None:
    bill = json.loads(sbom.bill_of_materials())
    refs = {component["name"]: component["bom-ref"] for component in bill["components"]}
    needed = {item["ref"]: set(item["dependsOn"]) for item in bill["dependencies"]}
    assert {refs["pyramid"], refs["redis"], refs["preact"]} <= needed["consent-app"]
    assert refs["webob"] in needed[refs["pyramid"]]
    reached, waiting = set(), ["consent-app"]
    while waiting:
        ref = waiting.pop()
        if ref not in reached:
            reached.add(ref)
            waiting += needed[ref]
    assert {refs[name] for name in ("mako", "markupsafe", "openapi-fetch")} <= reached


@pytest.mark.parametrize(
    ("licence", "is_shipped", "is_allowed"),
    [
        ("MIT", True, True),
        ("Apache-2.0 OR MIT", True, True),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", True, True),
        ("GPL-3.0-or-later", True, False),
        ("MIT AND AGPL-3.0-only", True, False),
        ("GPL-3.0-or-later", False, False),
        ("Unlicense", True, False),
        ("Unlicense", False, True),
        ("", False, False),
    ],
)
def test_a_licence_is_allowed_for_its_use(licence: str, is_shipped: bool, is_allowed: bool) -> None:
    result = list(licences.refusals([Package("PyPI", "something", licence, is_shipped)]))
    assert (result == []) is is_allowed


def test_an_exception_is_for_the_licence_it_was_made_for() -> None:
    assert list(licences.refusals([Package("PyPI", "codespell", "GPL-2.0-only", False)])) == []
    assert list(licences.refusals([Package("PyPI", "codespell", "AGPL-3.0-only", False)]))


def test_the_page_is_held_to_the_packages() -> None:
    found_packages = packages()
    text = licences.PAGE.read_text(encoding="utf-8")
    assert licences.is_todays(text, found_packages)
    assert not licences.is_todays(text, [*found_packages, Package("PyPI", "new", "MIT", False)])
    assert not licences.is_todays(text, [*found_packages, Package("npm", "new", "MIT", True)])


AWS = "AKIA" + "QWERTYUIOPASDFGH"
KEY = "-----BEGIN " + "PRIVATE KEY-----"
SERVER = "k0a1b2c3d:" + "A" * 43


@pytest.mark.parametrize("secret", [AWS, KEY, SERVER, "https://ada:love" + "lace1@example.com"])
def test_a_secret_is_found_and_never_repeated(secret: str) -> None:
    result = list(secrets.findings("a.py", f"one\nname = '{secret}'\n"))
    assert result
    assert result[0].line == 2
    assert secret not in repr(result)


def test_ordinary_text_is_no_secret() -> None:
    assert list(secrets.findings("a.py", "password = read('password')\nid = '0197f0a0'")) == []


def test_an_audit_lists_known_and_unknown_vulnerabilities() -> None:
    message = audit.read(
        json.dumps(
            {
                "dependencies": [
                    {"name": "a", "version": "1", "vulns": []},
                    {"name": "b", "skip_reason": "not found"},
                    {
                        "name": "c",
                        "version": "2",
                        "vulns": [{"id": "CVE-1", "fix_versions": ["3"]}],
                    },
                ]
            }
        )
    )
    assert (message.packages, message.unknown) == (3, ("b",))
    assert message.vulnerabilities == ("c 2: CVE-1, fixed in 3",)

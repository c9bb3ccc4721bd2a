"""Operations as the reference shows them."""

from __future__ import annotations

from pathlib import Path

from webtest import TestApp

from consent_app.reference.samples import LANGUAGES, ORIGIN, read_samples
from tests.support.crawling import crawled
from tools.yaml_files import read_yaml


def test_every_operation_has_its_place_its_samples_and_its_form(
    pages: TestApp, project: Path
) -> None:
    spec = read_yaml(project / "openapi.yaml")
    samples = read_samples(ORIGIN)
    everything = "".join(
        html for path, html in crawled(pages).items() if path.startswith("/docs/api/")
    )
    for path, item in spec["paths"].items():
        for method in {"get", "put", "post", "patch", "delete"} & item.keys():
            operation = item[method]["operationId"]
            assert everything.count(f'<h2 id="{operation}">') == 1
            assert f'data-method="{method.upper()}" data-path="{path}"' in everything
            assert samples[operation].keys() == LANGUAGES.keys()

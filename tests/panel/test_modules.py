"""What a page loads: which modules, how large, and in which words."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from consent_app.panel import modules
from consent_app.panel.bundles import APP, EARLY
from consent_app.panel.pages import FOLDER, Page, page_at, pages
from consent_app.panel.sources import MAIN, imported, sources
from consent_app.panel.texts import module_texts

MAX_BYTES = 100_000


@pytest.mark.parametrize("page", pages(), ids=lambda page: f"{page.site}-{page.screen}")
def test_no_page_is_larger_than_promised(page: Page) -> None:
    # Once it can be used, it loads the texts of the others.
    names = {*modules.needed(page.screen, "de"), modules.SHEET, "texts/de.js"}
    assert sum(len(modules.modules()[name].packed) for name in names) <= MAX_BYTES


def test_every_row_of_the_list_of_pages_is_read() -> None:
    text = (FOLDER / "routes.js").read_text(encoding="utf-8")
    assert len(pages()) == text.count("import(")


def test_a_page_loads_each_of_its_modules_once() -> None:
    of = sources()
    for page in pages():
        variables = [
            binding
            for name in modules.needed(page.screen, "en")
            for binding in re.findall(r"^const (\$\w+) = \(\(\) => \{$", body(name), re.MULTILINE)
        ]
        assert len(variables) == len(set(variables)), page.screen
        expected = imported(of, [EARLY, MAIN, APP, page.screen])
        assert {variable(name) for name in expected} <= set(variables), page.screen


def test_a_bundle_imports_what_the_others_export() -> None:
    for name in modules.modules():
        if not name.endswith(".js") or name in ("vendor.js", "preview.js"):
            continue
        for names, path in re.findall(
            r'^import \{ (.*) \} from "(.*)";$', body(name), re.MULTILINE
        ):
            imported_code = body(posixpath.normpath(posixpath.join(posixpath.dirname(name), path)))
            if not path.endswith("vendor.js"):
                lists = re.findall(r"^export \{ (.*) \};$", imported_code, re.MULTILINE)
                assert set(names.split(", ")) <= set(", ".join(lists).split(", ")), (name, path)


def test_later_imports_are_included() -> None:
    for name in modules.modules():
        if name.endswith(".js") and name != "vendor.js":
            for path in re.findall(r'import\("([^"]+)"\)', body(name)):
                place = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
                assert place in modules.modules(), (name, path)


def test_modules_of_several_bundles_keep_no_state() -> None:
    of = sources()
    bundle_counts = Counter(
        name
        for name in of
        for served, module in modules.modules().items()
        if served.endswith(".js") and f"const {variable(name)} = ".encode() in module.body
    )
    for name in (name for name, count in bundle_counts.items() if count > 1):
        assert not re.search(r"^let |= signal\(|= new (Map|Set)\(", of[name].code, re.M), name


def test_a_page_has_the_texts_of_all_its_modules() -> None:
    whole = texts_in("texts/de.js")
    for screen in {page.screen for page in pages()}:
        screen_texts = texts_in(f"texts/de/{screen}")
        for name in modules.needed(screen, "de"):
            for text in module_texts(body(name)):
                keys = (
                    {text} if isinstance(text, str) else {"\n".join((*text, form)) for form in "01"}
                )
                assert keys & whole.keys() <= screen_texts.keys(), (screen, name)
        assert screen_texts.items() < whole.items()


def body(name: str) -> str:
    return modules.modules()[name].body.decode()


def variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def texts_in(name: str) -> dict[str, str]:
    source = body(name)
    data: dict[str, str] = json.loads(source.removeprefix("export default ").removesuffix(";\n"))
    return data


def test_the_bundle_has_a_notice_of_each_package(project: Path) -> None:
    notice = modules.modules()["vendor.NOTICE.txt"].body.decode()
    for name in ("preact", "htm", "@preact/signals", "openapi-fetch"):
        assert re.search(rf"^{re.escape(name)} \d+\.\d+\.\d+, (MIT|Apache-2.0)$", notice, re.M)


def test_a_page_lists_the_responses_that_it_reads_first() -> None:
    page = page_at("workspace", "/domains/0197")
    assert page is not None
    people = ["/v1/account", "/v1/workspace"]
    domain_reads = ["/v1/domains/0197", "/v1/domains/0197/compliance"]
    assert page.reads_at("/domains/0197") == people + domain_reads
    # Users choose the path, so it must not become another address.
    assert page.reads_at("/domains/..?a#b")[2] == "/v1/domains/..%3Fa%23b"
    public = page_at("public", "/sign-in")
    assert public is not None
    assert public.reads == ()
    invitation = page_at("public", "/invite")
    assert invitation is not None
    assert invitation.reads == ("/v1/auth/invite#token",)


def test_threads_wait_for_the_first_that_makes_the_modules() -> None:
    modules._modules.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        module_ids = {id(module) for module in threads.map(lambda _: modules.modules(), range(8))}
    assert len(module_ids) == 1

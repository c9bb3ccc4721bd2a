"""What a page loads: which modules, how large, and in which words."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from consent_app.panel import modules
from consent_app.panel.pages import FOLDER, Page, page_at, pages
from consent_app.panel.texts import module_texts, texts_module, texts_of

MOST_BYTES = 100_000


@pytest.mark.parametrize("page", pages(), ids=lambda page: f"{page.place}-{page.screen}")
def test_no_page_is_larger_than_promised(page: Page) -> None:
    # Once it can be used, it loads the texts of the others.
    names = {*modules.needed(page.screen, "de"), *modules.SHEETS, "texts/de.js"}
    assert sum(len(modules.modules()[name].packed) for name in names) <= MOST_BYTES


def test_every_row_of_the_list_of_pages_is_read() -> None:
    text = (FOLDER / "routes.js").read_text(encoding="utf-8")
    assert len(pages()) == text.count("import(")


def test_what_a_page_loads_first_is_all_that_it_imports() -> None:
    for page in pages():
        names = set(modules.needed(page.screen, "en"))
        for name in names - {"vendor.js"}:
            source = modules.modules()[name].body.decode()
            # Each import stands as the reader of imports expects it.
            assert len(re.findall(r"^import ", source, re.MULTILINE)) == len(
                re.findall(r'^import\b[^;"]*"\.[^"]+";$', source, re.MULTILINE)
            ), name


def test_a_page_has_the_texts_of_all_its_modules() -> None:
    whole = texts_in("texts/de.js")
    for screen in {page.screen for page in pages()}:
        own = texts_in(f"texts/de/{screen}")
        for name in modules.needed(screen, "de"):
            for _, _, text in texts_of(modules.modules()[name].body.decode()):
                forms = {text} if isinstance(text, str) else set(text)
                assert forms & whole.keys() <= own.keys(), (screen, name)
        assert own.items() < whole.items()


def texts_in(name: str) -> dict[str, str]:
    source = modules.modules()[name].body.decode()
    found: dict[str, str] = json.loads(source.removeprefix("export default ").removesuffix(";\n"))
    return found


def test_texts_are_literals() -> None:
    own = [path for path in FOLDER.rglob("*.js") if path.name not in ("vendor.js", "texts.js")]
    for path in own:
        source = path.read_text(encoding="utf-8")
        calls = re.findall(r"(?<![\w.$])(?:_|ngettext|mark)\(", source)
        assert len(calls) == len(list(texts_of(source))), path.name


def test_a_language_says_everything_and_english_nothing() -> None:
    texts = [module_texts('_("Sign in") + ngettext("{n} result", "{n} results", n)')]
    assert texts_module("en", texts) == "export default {};\n"
    german = texts_module("de", texts)
    assert '"Sign in": "Anmelden"' in german
    assert '"{n} results"' in german


def test_texts_are_found_however_they_stand() -> None:
    source = '_("One") + __("no") + a._("no") + ngettext(\n  "{n} x", "{n} y", n) + _("a \\"b\\"")'
    assert [text for _, _, text in texts_of(source)] == ["One", ("{n} x", "{n} y"), 'a "b"']


def test_the_bundle_has_a_notice_of_each_package(project: Path) -> None:
    notice = modules.modules()["vendor.NOTICE.txt"].body.decode()
    for name in ("preact", "htm", "@preact/signals", "openapi-fetch"):
        assert re.search(rf"^{re.escape(name)} \d+\.\d+\.\d+, (MIT|Apache-2.0)$", notice, re.M)


def test_a_page_tells_what_it_reads_first() -> None:
    page = page_at("workspace", "/domains/0197")
    assert page is not None
    people = ["/v1/account", "/v1/workspace"]
    own = ["/v1/domains/0197", "/v1/domains/0197/compliance"]
    assert page.reads_at("/domains/0197") == people + own
    # A path is the reader's to choose: nothing of it becomes another address.
    assert page.reads_at("/domains/..?a#b")[2] == "/v1/domains/..%3Fa%23b"
    public = page_at("public", "/sign-in")
    assert public is not None
    assert public.reads == ()


def test_threads_wait_for_the_first_that_makes_the_modules() -> None:
    modules._modules.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        made = {id(module) for module in threads.map(lambda _: modules.modules(), range(8))}
    assert len(made) == 1

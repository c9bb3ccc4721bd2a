"""A page that was open while the service was upgraded."""

from __future__ import annotations

import dataclasses
import re

from playwright.sync_api import Page, Route, expect

from consent_app.panel.bundles import APP, EARLY, bundles, release_mark
from consent_app.panel.modules import modules
from consent_app.panel.sources import MAIN, Source, sources
from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in


def former_sources() -> dict[str, Source]:
    """Return the panel's modules as of a release in which a shared function had another name."""

    def renamed(text: str) -> str:
        return re.sub(r"\bshowToast\b", "showMessage", text)

    return {
        name: dataclasses.replace(
            source,
            code=renamed(source.code),
            exports=tuple(map(renamed, source.exports)),
            imports={path: tuple(map(renamed, names)) for path, names in source.imports.items()},
        )
        for name, source in sources().items()
    }


def test_only_modules_of_one_release_import_each_other() -> None:
    former, present = former_sources(), sources()
    assert release_mark(former) != release_mark(present) == release_mark(sources())
    for of in (former, present):
        mark = release_mark(of)
        joined = bundles(of)
        assert f"export {{ {mark} }};\n" in joined[APP]
        later = {name for source in of.values() for name in source.later} - {APP}
        assert later
        for name in later:
            assert joined[name].startswith(f"import {{ {mark} }} from "), name


def test_a_page_of_the_former_release_asks_to_be_reloaded(
    page: Page, live: LiveServer, complaints: list[str]
) -> None:
    former = bundles(former_sources())
    assert former[APP] != modules()[APP].body.decode()

    def answer(route: Route) -> None:
        name = re.sub(r".*/panel/\w{16}/", "", route.request.url)
        route.fulfill(body=former[name], content_type="text/javascript")

    owner = new_panel(live)
    for name in (EARLY, MAIN, APP):
        page.route(f"**/panel/*/{name}", answer)
    origin = origin_of(live, owner.organization["slug"])
    sign_in(page, origin, owner)
    # The upgrade: from now on the service has this release's modules only.
    page.unroute_all()
    navigation = page.get_by_role("navigation", name="Workspace")
    navigation.get_by_role("link", name="Settings", exact=True).click()
    expect(page.get_by_text("There is a newer version of this page")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("textbox", name="Name of the workspace")).to_be_visible()
    # What the browser says of modules that it does not load.
    assert {re.sub(r".*named ", "", text) for text in complaints} == {
        f"'{release_mark(sources())}'"
    }
    complaints.clear()

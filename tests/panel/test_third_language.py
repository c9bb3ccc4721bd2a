"""A catalogue alone adds a language: the steps of docs/translating.md in a copy of the service."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import httpx
import pytest
from babel.messages.pofile import read_po, write_po
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SECONDS, new_panel
from tests.panel.conftest import DESK, PHONE, origin_of
from tests.support.databases import Databases
from tests.support.factories import PASSWORD, make_site, unique
from tests.support.harness import SECRET_KEYS, make_application, make_settings
from tests.support.live_server import LiveServer
from tests.support.mailbox import Mailbox
from tests.support.panel_signing import sign_in
from tests.support.processes import end_with_parent, free_port, wait_until_it_answers
from tests.support.secrecy import WATCH

COPIED = ("consent_app", "tools", "alembic", "docs", "openapi.yaml", "development.ini")
PLACE = re.compile(r"(%\(\w+\)s|%%|\{\w+\})")
ACCENTS = str.maketrans("aeou", "\u0105\u0119\u00f3\u00fa")
FORMS = """
import json
from consent_app.panel.texts import texts_module
from consent_app.text import LOCALES
from consent_app.translations import translations
text = ("{n} domain", "{n} domains")
forms = [translations("pl").ngettext(*text, n) for n in (1, 2, 5, 22)]
module = texts_module("fr", [frozenset([text])]).removeprefix("export default ").strip(";\\n")
print(json.dumps({"locales": LOCALES, "forms": forms, "fr": json.loads(module)}))
"""
HEBREW = "\u05e2\u05d1\u05e8\u05d9\u05ea"
TAGS = ("fr", "he", "pl")
TOO_WIDE = """() => [...document.querySelectorAll("main td")]
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map((cell) => cell.textContent)"""


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy."""
    environ = os.environ | {"PYTHONPATH": str(copy)}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=copy, env=environ, capture_output=True, text=True, check=False, timeout=120
    )


def pseudo(text: str, form: int) -> str:
    """Return a text that is as long as many languages are, with the number of its plural form."""
    parts = PLACE.split(text)
    said = "".join(
        part if place % 2 else part.translate(ACCENTS) for place, part in enumerate(parts)
    )
    return f"\u2039{said}{'w' * (len(text) // 3)}\u203a" + "'" * form


def fill(path: Path) -> None:
    """Translate every text of a catalogue."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parent.parent.name)
    for message in catalogue:
        if isinstance(message.id, tuple):
            forms = range(catalogue.num_plurals)
            message.string = tuple(pseudo(message.id[min(form, 1)], form) for form in forms)
        elif message.id:
            message.string = pseudo(message.id, 0)
    with path.open("wb") as file:
        write_po(file, catalogue)


@pytest.fixture(scope="module")
def copy(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the service with three more languages, added as the page says."""
    copy = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in COPIED:
        if (project / name).is_dir():
            shutil.copytree(project / name, copy / name, ignore=ignored)
        else:
            shutil.copy(project / name, copy)
    for folder in (copy / "consent_app" / "locale").iterdir():
        if folder.name != "de":
            shutil.rmtree(folder)
    paths = [copy / f"consent_app/locale/{tag}/LC_MESSAGES/consent_app.po" for tag in TAGS]
    for path in paths:
        path.parent.mkdir(parents=True)
        path.touch()
    begun = run(copy, "-m", "tools.catalogues")
    assert begun.returncode == 1, begun.stderr
    assert "pl/LC_MESSAGES/consent_app.po" in begun.stdout
    for path in paths:
        fill(path)
    for option in ([], ["--check"]):
        done = run(copy, "-m", "tools.catalogues", *option)
        assert (done.stdout, done.returncode) == ("", 0), done.stderr
    return copy


@pytest.fixture(scope="module")
def live(
    copy: Path, databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveServer]:
    """The copy's service."""
    var_dir, port = tmp_path_factory.mktemp("var"), free_port()
    database_url, log = databases.fresh("sqlite"), var_dir / "service.log"
    WATCH.logs.add(log)
    environ = {
        "PYTHONPATH": str(copy),
        "PORT": str(port),
        "CONSENT_DATABASE_URL": database_url,
        "CONSENT_VAR_DIR": str(var_dir),
        "CONSENT_SECRET_KEYS": SECRET_KEYS,
    }
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "consent_app.cli", "serve", "development.ini"],
            cwd=copy,
            env=os.environ | environ,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            preexec_fn=end_with_parent,
        )
    application = make_application(make_settings(database_url, var_dir, port=str(port)))
    url, mailbox = f"http://localhost:{port}", Mailbox(var_dir / "mail")
    server = LiveServer(url, port, application, mailbox, log, process)
    try:
        wait_until_it_answers(f"{url}/v1/health/ready", process, log)
        yield server
    finally:
        server.stop()


@pytest.fixture
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of a Polish browser, or of another language's, on a small phone."""
    locale = getattr(request, "param", "pl-PL")
    context = chromium.new_context(viewport=PHONE, locale=locale)
    context.set_default_timeout(SECONDS * 1000)
    yield context.new_page()
    context.close()


def email_to(live: LiveServer, name: str, languages: str) -> EmailMessage:
    """Register a person in a browser of these languages. Return the email that they get."""
    address = f"{unique(name.partition(' ')[0].lower())}@example.com"
    body = {"email": address, "password": PASSWORD, "name": name}
    headers = {"Accept-Language": languages}
    httpx.post(f"{live.url}/v1/auth/register", json=body, headers=headers).raise_for_status()
    return live.mailbox.newest(address)


def test_each_number_has_the_form_of_its_language(copy: Path) -> None:
    plurals = json.loads(run(copy, "-c", FORMS).stdout)
    assert plurals["locales"] == ["en", "de", "fr", "he", "pl"]
    one = pseudo("{n} domain", 0)
    assert plurals["forms"] == [one, *(pseudo("{n} domains", form) for form in (1, 2, 1))]
    assert plurals["fr"][""][:3] == "002"
    # Whole millions have a form of their own.
    assert plurals["fr"][""][200] == "1"
    assert plurals["fr"]["{n} domain\n{n} domains\n1"] == pseudo("{n} domains", 1)


def test_an_account_that_is_registered_in_a_language_gets_its_emails(live: LiveServer) -> None:
    mail = email_to(live, "Ola Nowak", "pl-PL,pl;q=0.9,en;q=0.5")
    assert mail["Content-Language"] == "pl"
    assert mail["Subject"] == pseudo("Please confirm your email address", 0)
    assert pseudo("Verify address", 0) in live.mailbox.text(mail)


def test_the_panel_is_in_the_language_and_offers_it_for_emails(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    site = make_site(panel, region="EU")
    site.decide()
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, "/receipts")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.get_by_role("heading", level=1)).to_have_text(pseudo("Receipts", 0))
    expect(page.get_by_text(site.hostname).last).to_be_visible()
    assert page.evaluate(TOO_WIDE) == []
    page.goto(f"{origin}/account")
    choice = page.get_by_role("combobox", name=pseudo("Email language", 0))
    expect(choice.get_by_role("option")).to_have_text(
        ["English", "Deutsch", "fran\u00e7ais", HEBREW, "polski"]
    )
    choice.select_option("polski")
    page.get_by_role("main").get_by_role("button", name=pseudo("Save", 0)).first.click()
    expect(page.get_by_text(pseudo("Saved.", 0)).first).to_be_visible()
    assert panel.get("/v1/account").json["locale"] == "pl"


@pytest.mark.parametrize("page", ["he-IL"], indirect=True)
def test_a_language_from_right_to_left_turns_pages_and_emails_round(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    site = make_site(panel, region="EU")
    site.decide()
    page.set_viewport_size(DESK)
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, "/receipts")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.get_by_text(site.hostname).last).to_be_visible()
    side, main = (page.locator(part).bounding_box() for part in (".side", "main"))
    assert side is not None
    assert main is not None
    assert main["x"] == 0
    assert side["x"] == main["width"]
    # A page wider than its frame, which makes it smaller.
    page.goto(f"{origin}/domains/{site.id}/banner")
    expect(page.locator(".frame iframe")).to_be_visible()
    frame, preview = (page.locator(part).bounding_box() for part in (".frame", ".frame iframe"))
    assert frame is not None
    assert preview is not None
    assert abs(preview["x"] - frame["x"]) <= 2
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto(f"{live.url}/unsubscribe?token=none")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    html = email_to(live, "Noa Levi", "he").get_body(("html",))
    assert html is not None
    assert '<html lang="he" dir="rtl">' in html.get_content()

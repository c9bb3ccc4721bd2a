"""The Global Privacy Platform: what American visitors chose, read back by the IAB's own library."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from consent_app.banner_script import gpp_stub
from tests.browser.test_rules import LINK, visit_from
from tests.support import npm
from tests.support.customer import Customer
from tests.support.waiting import until_on
from tools.gpp_module import packages

STUB = f"<script>{gpp_stub()}</script>"
EVENTS = """<script>
window.heard = [];
__gpp("ping", (data) => heard.push(["ping", data.cmpStatus, data.signalStatus]));
__gpp("addEventListener", (event) =>
  heard.push([event.eventName, event.data, event.pingData.gppString]));
</script>"""
DECODE = """
import { createInterface } from "node:readline";
import { GppModel } from "@iabgpp/cmpapi";
for await (const text of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(new GppModel(text).toObject()));
"""
PING = "new Promise((done) => __gpp('ping', done))"


@pytest.fixture(scope="module")
def decode() -> Iterator[Callable[[str], dict[str, Any]]]:
    """Reads strings with npm's library, in one Node.js for all: its start takes 0.2 s."""
    try:
        folder = packages()
    except npm.MissingPackagesError as error:
        pytest.skip(str(error))
    command = ["node", "--input-type=module", "-e", DECODE]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, text=True) as node:
        assert node.stdin is not None
        assert node.stdout is not None
        writing, reading = node.stdin, node.stdout

        def decoded(text: str) -> dict[str, Any]:
            print(text, file=writing, flush=True)
            sections: dict[str, Any] = json.loads(reading.readline())
            return sections

        yield decoded


def ready(page: Page) -> dict[str, Any]:
    """Return what `ping` answers once the string is whole."""
    page.wait_for_function(
        "() => window.__gpp && (__gpp('ping', (data) => (window.answered = data)),"
        " answered.cmpStatus === 'loaded' && answered.signalStatus === 'ready')"
    )
    data: dict[str, Any] = page.evaluate(PING)
    return data


CORE = {
    "usca": {"SaleOptOutNotice": 1, "SharingOptOutNotice": 1},
    "usva": {"SharingNotice": 1, "SaleOptOutNotice": 1, "TargetedAdvertisingOptOutNotice": 1},
    "ustx": {"ProcessingNotice": 1, "SaleOptOutNotice": 1, "TargetedAdvertisingOptOutNotice": 1},
    "usmd": {"ProcessingNotice": 1, "SaleOptOutNotice": 1, "MspaMode": 0},
}


@pytest.mark.parametrize(
    ("state", "section", "section_id", "has_gpc"),
    [
        ("CA", "usca", 8, True),
        ("VA", "usva", 9, False),
        ("TX", "ustx", 16, True),
        ("MD", "usmd", 24, True),
    ],
)
def test_the_states_section_contains_the_choice(
    page: Page,
    customer: Customer,
    decode: Callable[[str], dict[str, Any]],
    state: str,
    section: str,
    section_id: int,
    has_gpc: bool,
) -> None:
    customer.change(gpp="state")
    visit_from(page, ("US", state))
    page.goto(customer.page(head=STUB + EVENTS + customer.tag))
    data = ready(page)
    assert (data["gppVersion"], data["cmpId"], data["cmpDisplayStatus"]) == ("1.1", 1, "hidden")
    assert data["applicableSections"] == data["sectionList"] == [section_id]
    assert f"{section_id}:{section}" in data["supportedAPIs"]
    result = decode(data["gppString"])[section]
    opt_outs = [name for name in result if name.endswith("OptOut") and name != "Gpc"]
    assert len(opt_outs) == 2
    assert result.items() >= CORE[section].items()
    assert {result[name] for name in opt_outs} == {2}
    assert result["MspaCoveredTransaction"] == 2
    assert result.get("Gpc") == (False if has_gpc else None)

    page.get_by_role("button", name=LINK).click()
    page.get_by_role("switch", name="Do not sell or share").click()
    page.get_by_role("button", name="Save my choice").click()
    customer.wait_for_receipts(page, 1)
    chosen = ready(page)["gppString"]
    assert {decode(chosen)[section][name] for name in opt_outs} == {1}

    events = page.evaluate("heard")
    # The stub answered at once, and its listener was taken over.
    assert events[0] == ["ping", "stub", "not ready"]
    assert events[1][:2] == ["listenerRegistered", True]
    names = [(name, value) for name, value, _ in events[2:]]
    assert names[:2] == [("cmpStatus", "loaded"), ("signalStatus", "ready")]
    assert ("cmpDisplayStatus", "visible") in names
    changes = names[names.index(("signalStatus", "not ready")) :]
    expected = [
        ("signalStatus", "not ready"),
        ("sectionChange", section),
        ("signalStatus", "ready"),
    ]
    assert [change for change in changes if change[0] != "cmpDisplayStatus"] == expected
    assert events[-1][2] == chosen

    page.reload()
    assert ready(page)["gppString"] == chosen
    page.evaluate("consent.set('accept_all')")
    until_on(
        page,
        lambda: {decode(ready(page)["gppString"])[section][name] for name in opt_outs} == {2},
    )


def test_the_signal_is_in_its_subsection_and_opts_out(
    page: Page, customer: Customer, decode: Callable[[str], dict[str, Any]]
) -> None:
    customer.change(gpp="state", limit_sensitive=True)
    visit_from(page, "us-ca", gpc=True)
    page.goto(customer.page())
    customer.wait_for_receipts(page, 1)
    text = ready(page)["gppString"]
    usca = decode(text)["usca"]
    assert usca["Gpc"] is True
    assert (usca["SaleOptOut"], usca["SharingOptOut"]) == (1, 1)
    # Two subsections: the choice, and the signal.
    assert text.partition("~")[2].count(".") == 1
    assert usca["SensitiveDataLimitUseNotice"] == 1
    assert usca["SensitiveDataProcessing"] == [2] * 9
    # The notice that the signal was honoured appears on the first page only.
    page.reload()
    ready(page)
    page.get_by_role("button", name=LINK).click()
    page.get_by_role("switch", name="Limit the use of my sensitive").click()
    page.get_by_role("button", name="Save my choice").click()
    customer.wait_for_receipts(page, 2)
    usca = decode(ready(page)["gppString"])["usca"]
    assert usca["SensitiveDataProcessing"] == [1] * 9


@pytest.mark.parametrize("place", ["us-ca", "us"])
def test_the_national_section_is_for_signatories_of_the_agreement(
    page: Page, customer: Customer, decode: Callable[[str], dict[str, Any]], place: str
) -> None:
    customer.change(gpp="national")
    visit_from(page, place)
    page.goto(customer.page())
    data = ready(page)
    assert data["applicableSections"] == data["sectionList"] == [7]
    usnat = decode(data["gppString"])["usnat"]
    assert (usnat["MspaCoveredTransaction"], usnat["MspaOptOutOptionMode"]) == (1, 1)
    assert usnat["MspaServiceProviderMode"] == 2
    assert (usnat["SaleOptOut"], usnat["Gpc"]) == (2, False)


def test_gpp_callers_learn_that_no_section_applies(page: Page, customer: Customer) -> None:
    customer.change(gpp="state")
    visit_from(page, "eu")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(customer.page(head=STUB + customer.tag))
    data = ready(page)
    assert (data["applicableSections"], data["sectionList"]) == ([-1], [])
    # Without a request, nothing is loaded for it.
    requests.clear()
    page.goto(customer.page())
    expect(page.get_by_role("button", name="Reject all")).to_be_visible()
    page.wait_for_timeout(300)
    assert not any("gpp" in item for item in requests)


@pytest.mark.parametrize("place", ["us-ca", "eu"])
def test_domains_without_gpp_load_nothing_for_it(
    page: Page, customer: Customer, place: str
) -> None:
    visit_from(page, place)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(customer.page(head=STUB + customer.tag))
    page.wait_for_function("window.consent?.version && consent.get().regime")
    page.wait_for_timeout(300)
    assert not any("gpp.js" in item for item in requests)
    assert page.evaluate(PING)["cmpStatus"] == "stub"


def test_frames_of_other_origins_are_answered(page: Page, customer: Customer) -> None:
    customer.change(gpp="state")
    visit_from(page, "us-tx")
    page.goto(customer.page())
    ready(page)
    answer = page.evaluate(
        """() => new Promise((done) => {
            addEventListener("message", ({ data }) => data.__gppReturn && done(data.__gppReturn));
            const frame = document.createElement("iframe");
            frame.sandbox = "allow-scripts";
            frame.srcdoc = `<script>
                addEventListener("message", ({ data }) => parent.postMessage(data, "*"));
                parent.postMessage({ __gppCall: { command: "ping", callId: "a1" } }, "*");
            </` + "script>";
            document.body.append(frame);
        })"""
    )
    assert (answer["callId"], answer["success"]) == ("a1", True)
    assert answer["returnValue"]["applicableSections"] == [16]
    assert page.evaluate("!!frames.__gppLocator")


def test_a_file_that_fails_to_load_does_not_affect_the_page(page: Page, customer: Customer) -> None:
    customer.change(gpp="state")
    visit_from(page, "us-tx")
    page.route(re.compile("gpp.js"), lambda route: route.abort())
    page.goto(customer.page(head=STUB + customer.tag))
    page.get_by_role("button", name=LINK).click()
    page.get_by_role("switch", name="Do not sell or share").click()
    page.get_by_role("button", name="Save my choice").click()
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["marketing"] is False
    assert page.evaluate(PING)["signalStatus"] == "not ready"

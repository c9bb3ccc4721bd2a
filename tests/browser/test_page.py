"""What the page itself may rely on: window.consent, the event, the stub, Consent Mode, its CSP."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.support.customer import Customer
from tests.support.waiting import until_on

DENIED = {
    "ad_storage": "denied",
    "ad_user_data": "denied",
    "ad_personalization": "denied",
    "analytics_storage": "denied",
    "functionality_storage": "denied",
    "personalization_storage": "denied",
}
GRANTED = dict.fromkeys(DENIED, "granted")
DEFAULT = {**DENIED, "security_storage": "granted", "wait_for_update": 500}


@pytest.fixture(scope="module")
def stub(project: Path) -> str:
    """The stub, as docs/banner.md gives it."""
    matches = re.findall(
        r"^<script>self\.dataLayer.*</script>$", (project / "docs/banner.md").read_text(), re.M
    )
    assert len(matches) == 1
    text: str = matches[0]
    assert len(text.removeprefix("<script>").removesuffix("</script>").encode()) <= 400
    return text


def commands(page: Page) -> list[list[Any]]:
    """Return what was pushed for Google's tags; gtag.js takes `arguments` objects alone."""
    message = "dataLayer.filter((entry) => entry.event !== 'consent_update')"
    assert page.evaluate(f"{message}.every((entry) => String(entry) === '[object Arguments]')")
    pushed: list[list[Any]] = page.evaluate(f"{message}.map((entry) => [...entry])")
    return pushed


def test_consent_mode_is_denied_first_and_updated_by_each_decision(
    page: Page, customer: Customer
) -> None:
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name="Manage preferences").click()
    default = ["consent", "default", DEFAULT]
    assert commands(page) == [default]
    page.get_by_role("switch", name="Analytics").click()
    page.get_by_role("button", name="Save my choice").click()
    update = ["consent", "update", {**DENIED, "analytics_storage": "granted"}]
    assert commands(page) == [default, update]
    page.goto(address)
    page.get_by_role("button", name="Privacy choices").click()
    assert commands(page) == [default, update]
    page.get_by_role("button", name="Reject all").click()
    assert commands(page) == [default, update, ["consent", "update", DENIED]]


@pytest.mark.parametrize(
    "command",
    [
        "'event', 'default'",
        "'config', 'default', {send_page_view: false}",
        "'consent', 'default', {ad_storage: 'granted', region: ['US']}",
    ],
)
def test_what_is_no_default_for_everywhere_does_not_replace_the_denied_one(
    page: Page, customer: Customer, command: str
) -> None:
    snippet = f"""<script>
        dataLayer = [];
        function gtag() {{ dataLayer.push(arguments); }}
        gtag({command});
    </script>"""
    page.goto(customer.page(head=snippet + customer.tag))
    page.get_by_role("button", name="Accept all").wait_for()
    assert commands(page)[1:] == [["consent", "default", DEFAULT]]


def test_a_page_with_a_default_of_its_own_for_everywhere_keeps_it(
    page: Page, customer: Customer
) -> None:
    own = ["consent", "default", DENIED]
    snippet = f"""<script>
        dataLayer = [null, {{ event: "early" }}];
        function gtag() {{ dataLayer.push(arguments); }}
        gtag(...{json.dumps(own)});
    </script>"""
    page.goto(customer.page(head=snippet + customer.tag))
    page.get_by_role("button", name="Accept all").wait_for()
    assert page.evaluate("dataLayer.length") == 3
    assert page.evaluate("[...dataLayer[2]]") == own


def test_under_opt_out_everything_is_granted_until_the_visitor_objects(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    customer.change(region="US-CA", unknown_place="region")
    page.goto(customer.page())
    page.get_by_role("button", name="Your Privacy Choices").wait_for()
    assert commands(page)[0] == ["consent", "default", DEFAULT]
    assert commands(page)[1:] == [["consent", "update", GRANTED]]
    assert page.evaluate("consent.get().regime") == "opt_out"
    assert page.evaluate("consent.get().decided") is False
    assert context.cookies() == []
    page.get_by_role("button", name="Your Privacy Choices").click()
    page.get_by_role("button", name="Reject all").click()
    assert commands(page)[-1] == ["consent", "update", DENIED]
    customer.wait_for_receipts(page, 1)
    assert customer.proof(page)["regime"] == "opt_out"


def test_window_consent_reads_and_records_decisions(page: Page, customer: Customer) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").wait_for()
    page.evaluate(
        """() => {
            window.calls = [];
            consent.ready((state) => calls.push(["ready", state.decided]));
            window.stop = consent.onChange((state) => calls.push(["change", state.analytics]));
            addEventListener("consent:change", (event) =>
                calls.push(["event", event.detail.analytics]));
        }"""
    )
    assert page.evaluate("consent.version") == 1
    assert page.evaluate("consent.get()") == {
        "analytics": False,
        "marketing": False,
        "preferences": False,
        "decided": False,
        "source": None,
        "decidedAt": None,
        "receiptId": None,
        "regime": "opt_in",
        "rule": "strictest",
        "model": "opt_in",
        "limitSensitive": False,
        "gpc": False,
    }
    page.evaluate("consent.set({ analytics: true })")
    expect(page.get_by_role("dialog")).to_have_count(0)
    (first,) = customer.wait_for_receipts(page, 1)
    assert (first["action"], first["analytics"], first["marketing"]) == ("custom", True, False)
    page.wait_for_function("consent.get().receiptId")
    # Settings that are not named do not change.
    page.evaluate("consent.set({ marketing: true })")
    second, _ = customer.wait_for_receipts(page, 2)
    assert (second["analytics"], second["marketing"], second["preferences"]) == (True, True, False)
    page.wait_for_function("(id) => consent.get().receiptId === id", arg=second["id"])
    assert customer.proof(page)["surface"] == "api"
    page.evaluate("void stop(); consent.set('reject_all')")
    customer.wait_for_receipts(page, 3)
    assert page.evaluate("calls") == [
        ["ready", False],
        ["change", True],
        ["event", True],
        ["change", True],
        ["event", True],
        ["event", False],
    ]
    state = page.evaluate("consent.get()")
    assert state["decided"] is True
    assert state["source"] == "banner"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", state["decidedAt"])
    page.evaluate("consent.show()")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_choice_that_is_not_known_is_no_decision_and_says_so(
    page: Page, customer: Customer, complaints: list[str]
) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").wait_for()
    for choice in (
        *("'accept-all'", "undefined", "null", "1", "() => {}", "['analytics']"),
        *("{}", "{ necessary: true }", "{ analytics: undefined }"),
        "{ analytics: 'denied', marketing: 'false' }",
        *("{ analytics: '' }", "{ analytics: 1 }", "{ analytics: true, marketing: 0 }"),
    ):
        page.evaluate(f"consent.set({choice})")
        page.wait_for_timeout(50)
        assert page.evaluate("consent.get().decided") is False, choice
    page.evaluate("consent.set({ necessary: true, analytics: true, advertising: true })")
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert (receipt["analytics"], receipt["marketing"]) == (True, False)
    assert len(complaints) == 1
    assert complaints[0].endswith("Consent banner: consent.set does not know accept-all")
    complaints.clear()


def test_a_choice_that_is_no_boolean_says_so_and_keeps_the_decision(
    page: Page, customer: Customer, complaints: list[str]
) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").wait_for()
    page.evaluate("consent.set({ necessary: true, analytics: true, preferences: undefined })")
    customer.wait_for_receipts(page, 1)
    page.evaluate("consent.set({ analytics: 'denied', marketing: 'false' })")
    page.evaluate("consent.set({ necessary: true })")
    until_on(page, lambda: complaints)
    page.wait_for_timeout(200)
    state = page.evaluate("consent.get()")
    assert (state["analytics"], state["marketing"], state["preferences"]) == (True, False, False)
    assert len(customer.receipts()) == 1
    assert len(complaints) == 1
    assert "consent.set does not know" in complaints[0]
    complaints.clear()


def test_the_panel_opened_by_the_page_gives_the_focus_back_to_it(
    page: Page, customer: Customer
) -> None:
    opener = '<button onclick="consent.show()">Cookies</button>'
    page.goto(customer.page(body=opener))
    page.get_by_role("button", name="Reject all").click()
    page.get_by_role("button", name="Cookies").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Cookies")).to_be_focused()
    page.get_by_role("button", name="Cookies").click()
    page.get_by_role("button", name="Accept all").click()
    expect(page.get_by_role("button", name="Cookies")).to_be_focused()


def test_an_exception_in_a_pages_callback_does_not_stop_the_script(
    page: Page, customer: Customer, complaints: list[str]
) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").wait_for()
    page.evaluate("void consent.onChange(() => { throw new Error('of the page') })")
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    until_on(page, lambda: complaints)
    assert complaints == ["of the page"]
    complaints.clear()


def test_a_failing_data_layer_loses_no_receipt(page: Page, customer: Customer) -> None:
    head = "<script>dataLayer = { push() { throw new Error('of a tag') } }</script>"
    page.goto(customer.page(head=head + customer.tag))
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)


def test_the_stub_is_short_and_queues_commands_for_the_script(
    page: Page, customer: Customer, stub: str
) -> None:
    early = """<script>
        window.calls = [];
        calls.push(["get", consent.get().analytics]);
        consent.ready((state) => calls.push(["ready", state.analytics]));
        consent.onChange((state) => calls.push(["change", state.analytics]));
        consent.show();
        window.kept = consent;
    </script>"""
    page.goto(customer.page(head=stub + early + customer.tag))
    page.get_by_role("switch", name="Analytics").click()
    page.get_by_role("button", name="Save my choice").click()
    messages = page.evaluate("calls.map(([name, value]) => [name, value ?? null])")
    assert messages == [["get", None], ["ready", False], ["change", True]]
    # What the page took hold of early is the same object.
    assert page.evaluate("kept === consent && kept.version") == 1
    default = ["consent", "default", DEFAULT]
    assert commands(page)[0] == default
    assert commands(page)[-1] == ["consent", "update", {**DENIED, "analytics_storage": "granted"}]


def test_the_stub_after_the_script_changes_nothing(
    page: Page, customer: Customer, stub: str
) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").wait_for()
    source = stub.removeprefix("<script>").removesuffix("</script>")
    page.add_script_tag(content=source)
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    assert page.evaluate("consent.get().analytics") is True


@pytest.mark.parametrize(
    "place", ["head twice", "head and body", "late", "body end", "crossorigin", "module"]
)
def test_the_tag_may_be_anywhere_and_twice(page: Page, customer: Customer, place: str) -> None:
    tag = customer.tag
    where = {
        "head twice": {"head": tag + tag},
        "head and body": {"head": tag, "body": tag},
        "late": {"head": ""},
        "body end": {"head": "", "body": tag.replace("async", "")},
        "crossorigin": {"head": tag.replace("async", "async crossorigin")},
        "module": {"head": tag.replace("async", 'type="module"')},
    }[place]
    page.goto(customer.page(**where))
    if place == "late":
        page.evaluate(
            """([source, domain]) => {
                for (const again of [1, 2]) {
                    const script = document.createElement("script");
                    Object.assign(script, { src: source, async: true });
                    script.dataset.domain = domain;
                    document.head.append(script);
                }
            }""",
            [f"{customer.service}/v1/public/banner.js", customer.site.id],
        )
    page.get_by_role("button", name="Accept all").wait_for()
    page.wait_for_timeout(300)
    assert page.locator("visitor-choices").count() == 1
    assert len(commands(page)) == 1
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    page.wait_for_timeout(300)
    assert len(customer.receipts()) == 1


def test_it_works_under_a_strict_content_security_policy(
    page: Page, customer: Customer, screenshot: Callable[[Page, str], None]
) -> None:
    policy = (
        f"default-src 'none'; script-src {customer.service}; connect-src {customer.service};"
        " img-src data:; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'"
    )
    page.goto(customer.page(headers={"Content-Security-Policy": policy}))
    page.get_by_role("button", name="Manage preferences").click()
    # The styles have loaded: a browser's own switch is smaller, and not round.
    width = page.get_by_role("switch").first.evaluate("(element) => element.offsetWidth")
    assert width == 44
    screenshot(page, "strict-policy")
    page.get_by_role("dialog").last.get_by_role("button", name="Reject all").click()
    # The tab's fixture holds that nothing was refused: the browser says so on the console.
    customer.wait_for_receipts(page, 1)


def test_a_browser_without_constructed_style_sheets_gets_the_nonce(
    page: Page, customer: Customer
) -> None:
    page.add_init_script("delete window.CSSStyleSheet")
    policy = (
        f"default-src 'none'; script-src {customer.service}; connect-src {customer.service};"
        " img-src data:; style-src 'nonce-abc123'"
    )
    head = customer.tag.replace("<script ", '<script nonce="abc123" ')
    page.goto(customer.page(head=head, headers={"Content-Security-Policy": policy}))
    page.get_by_role("button", name="Manage preferences").click()
    width = page.get_by_role("switch").first.evaluate("(element) => element.offsetWidth")
    assert width == 44


def test_the_pages_own_styles_and_globals_do_not_interfere(page: Page, customer: Customer) -> None:
    hostile = """<style>
        * { all: unset !important; color: red !important; }
        visitor-choices, button, dialog { display: none !important; }
    </style>"""
    page.goto(customer.page(head=customer.tag + hostile, body='<p id="consent">Ours</p>'))
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    assert page.evaluate("consent.version") == 1


def test_nothing_is_stored_or_sent_before_the_decision(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    sent: list[tuple[str, str]] = []
    context.on("request", lambda request: sent.append((request.method, request.url)))
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").wait_for()
    until_on(page, lambda: sent[-1][0] == "POST")
    page.wait_for_timeout(300)
    requests = [(method, url.split("?")[0]) for method, url in sent if customer.service in url]
    assert requests == [
        ("GET", f"{customer.service}/v1/public/banner.js"),
        ("GET", f"{customer.service}/v1/public/domains/{customer.site.id}/rule"),
        ("GET", f"{customer.service}/v1/public/domains/{customer.site.id}/banner"),
        # Showing the question is counted, without identifying the visitor.
        ("POST", f"{customer.service}/v1/public/domains/{customer.site.id}/impressions"),
    ]
    assert context.cookies() == []
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_the_language_is_the_pages_or_else_the_browsers(page: Page, customer: Customer) -> None:
    for lang, expected, accept in (
        ("de-AT", "de-AT", "Alle akzeptieren"),
        ("", "en-GB", "Accept all"),
        ("de_AT", "en-GB", "Accept all"),
    ):
        # Another path, since the browser keeps the answer for a minute.
        with page.expect_request("**/banner?*") as caught:
            page.goto(customer.page(f"/{lang}", lang=lang))
        assert f"?locale={expected}&" in caught.value.url
        expect(page.get_by_role("button", name=accept)).to_be_visible()


def test_reduced_motion_and_forced_colours_are_respected(
    page: Page, customer: Customer, screenshot: Callable[[Page, str], None]
) -> None:
    page.emulate_media(reduced_motion="reduce", forced_colors="active")
    page.goto(customer.page())
    page.get_by_role("button", name="Manage preferences").click()
    assert (
        page.get_by_role("dialog").last.evaluate("(element) => element.getAnimations().length") == 0
    )
    appearance = "(element) => getComputedStyle(element).appearance"
    assert page.get_by_role("switch").first.evaluate(appearance) == "auto"
    screenshot(page, "forced-colours")


MISALIGNED = """(dialog) => {
    const right = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right;
    };
    return Math.round(right(dialog.querySelector("p")) - right(dialog.querySelector("h2")));
}"""
"""How far the controller's name ends from where the title does."""


def test_a_banner_from_right_to_left_and_in_the_customers_colours(
    page: Page, customer: Customer, screenshot: Callable[[Page, str], None]
) -> None:
    for position in ("bottom", "top", "center"):
        page.unroute_all()
        answer_with(
            page,
            locale="ar",
            direction="rtl",
            texts={"title": "خصوصيتك", "accept": "قبول الكل", "reject": "رفض الكل"},
            style={"position": position, "dark": None, **DARK},
        )
        page.goto(customer.page())
        layer = page.get_by_role("dialog", name="خصوصيتك")
        expect(layer).to_be_visible()
        screenshot(page, f"right-to-left-{position}")
        assert layer.evaluate("(element) => getComputedStyle(element).direction") == "rtl"
        assert layer.evaluate("(element) => element.closest('[lang]').lang") == "ar"
        assert layer.evaluate(BACKGROUND) == "rgb(21, 25, 30)"
        assert layer.evaluate(MISALIGNED) == 0
    page.get_by_role("button", name="Manage preferences").click()
    screenshot(page, "right-to-left-preferences")
    assert page.get_by_role("dialog").last.evaluate(MISALIGNED) == 0
    switch, label = (page.get_by_role("dialog").last.locator(name) for name in ("input", "label"))
    left = "(element) => element.getBoundingClientRect().left"
    assert switch.first.evaluate(left) < label.first.evaluate(left)


def test_texts_are_not_parsed_as_markup_nor_colours_as_css(page: Page, customer: Customer) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    answer_with(
        page,
        controller=hostile,
        policyUrl="javascript:alert(1)",
        texts={"title": hostile, "description": hostile, "gpcHonoured": hostile},
        style={"position": "bottom;", **DARK, "accent": "red} * {display: none"},
    )
    page.goto(customer.page())
    layer = page.get_by_role("dialog", name=hostile)
    expect(layer).to_be_visible()
    assert layer.get_by_role("link").count() == 0
    assert layer.locator("img").count() == 0
    assert layer.evaluate(BACKGROUND) == "rgb(255, 255, 255)"


def test_the_policy_is_linked(page: Page, customer: Customer) -> None:
    answer_with(page, policyUrl="https://shop.example/privacy?a=1&b=2")
    page.goto(customer.page())
    link = page.get_by_role("link", name="Privacy policy")
    assert link.get_attribute("href") == "https://shop.example/privacy?a=1&b=2"
    assert link.get_attribute("rel") == "noopener"


DARK = {
    "background": "#15191e",
    "text": "#f3f5f7",
    "accent": "#f3f5f7",
    "accentText": "#15191e",
}
BACKGROUND = "(element) => getComputedStyle(element).backgroundColor"


def answer_with(page: Page, **changes: Any) -> None:
    """Change what the service's real answer says: drafts, which would say so, have no route yet."""

    def changed(route: Route) -> None:
        response = route.fetch()
        banner = response.json()
        for name, value in changes.items():
            banner[name] = banner[name] | value if isinstance(value, dict) else value
        route.fulfill(response=response, json=banner)

    page.route("**/banner?*", changed)


def test_additions_to_the_prototypes_do_not_stop_the_script(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    """As by Prototype 1.6, which has JSON write every array as a string, and 1.7."""
    head = """<script>
        Object.prototype.each = function () {};
        Array.prototype.toJSON = function () { return "[" + this.join() + "]"; };
        Array.prototype.entries = function () { return [...this]; };
        Element.prototype.remove = function () { this.parentNode.removeChild(this); };
    </script>"""
    address = customer.page(head=head + customer.tag)
    for name in ("_ga", "login"):
        context.add_cookies([{"url": address, "name": name, "value": "1"}])
    # Playwright's own scripts do not work on such a page. It counts that the banner was shown.
    with page.expect_request("**/impressions"):
        page.goto(address)
    page.wait_for_timeout(500)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert (receipt["source"], receipt["action"]) == ("banner", "reject_all")
    assert sorted(cookie["name"] for cookie in context.cookies()) == ["consent_choice", "login"]


def test_a_framework_that_replaces_the_body_leaves_the_question(
    page: Page, customer: Customer
) -> None:
    replace = "document.body = Object.assign(document.createElement('body'), {innerHTML: '<p>2'})"
    page.goto(customer.page())
    question = page.get_by_role("button", name="Reject all")
    expect(question).to_be_visible()
    page.evaluate(replace)
    question.click()
    expect(page.get_by_role("button", name="Privacy choices")).to_be_visible()
    page.evaluate(replace)
    page.get_by_role("button", name="Privacy choices").click()
    page.get_by_role("switch", name="Analytics").click()
    # What is open stays open.
    page.evaluate(replace)
    page.wait_for_function("document.activeElement.id === 'visitor-choices'")
    # Also where it was only moved, as by a script that wraps the whole page.
    page.evaluate(
        """() => {
            const wrapper = document.createElement("main");
            wrapper.append(...document.body.childNodes);
            document.body.append(wrapper);
        }"""
    )
    expect(page.get_by_role("switch", name="Analytics")).to_be_checked()
    page.get_by_role("button", name="Save my choice").click()
    newer, _ = customer.wait_for_receipts(page, 2)
    assert (newer["action"], newer["analytics"]) == ("custom", True)

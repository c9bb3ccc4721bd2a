"""The template for Google Tag Manager on a page: its code, with the banner's own script."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_rules import visit_from
from tests.support.customer import Customer

# Tag Manager's API for a template, which records the calls in order.
CONTAINER = """<script>
window.calls = [];
window.dataLayer = [];
dataLayer.push = (entry) => calls.push(entry.event ? ["event", entry.event] : ["layer", ...entry]);
tagManager.start = (text, server, domain) => {
  const sections = tagManager.sectionsOf(text);
  const permissions = tagManager.permissionsOf(sections);
  // As an owner puts the server into the template's permission.
  permissions.inject_script.urls = [`${server}/*`];
  const apis = tagManager.apisOf(permissions, {
    copyFromWindow: (key) => window[key],
    gtagSet: (...values) => calls.push(["set", ...values]),
    injectScript: (address, done, failed) => {
      const element = document.createElement("script");
      Object.assign(element, { async: true, src: address, onload: done, onerror: failed });
      document.head.append(element);
    },
    logToConsole: () => {},
    setDefaultConsentState: (state) => calls.push(["default", state]),
    setInWindow: (key, value) => !!(window[key] = value),
    updateConsentState: (state) => calls.push(["update", state]),
  });
  tagManager.runTemplate(sections, apis, {
    server, domain, waitForUpdate: "500", urlPassthrough: true,
    gtmOnSuccess: () => (window.fired = "success"), gtmOnFailure: () => (window.fired = "failure"),
  });
};
</script>"""


@pytest.fixture
def container(project: Path, customer: Customer) -> str:
    """The head of a page whose container fires the template."""
    runtime = (project / "tests/integrations/tag_manager.js").read_text("utf-8")
    template = (project / "integrations/gtm/template.tpl").read_text("utf-8")
    value = ", ".join(
        orjson.dumps(item).decode() for item in (template, customer.service, customer.site.id)
    )
    start = f"<script>tagManager.start({value})</script>"
    return f"<script>{runtime}</script>{CONTAINER}{start}"


def signals(page: Page) -> list[Any]:
    values: list[Any] = page.evaluate("calls")
    return values


def test_one_default_is_set_and_each_update_precedes_its_event(
    page: Page, customer: Customer, container: str
) -> None:
    visit_from(page, "eu")
    address = customer.page(head=container)
    page.goto(address)
    page.get_by_role("button", name="Reject all").wait_for()
    assert page.evaluate("fired") == "success"
    settings, default = signals(page)
    assert settings == ["set", "url_passthrough", True]
    assert default[0] == "default"
    assert set(default[1].values()) == {"denied", "granted", 500}
    assert default[1]["security_storage"] == "granted"
    page.get_by_role("button", name="Accept all").click()
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["action"] == "accept_all"
    update, event = signals(page)[2:]
    assert (update[0], update[1]["ad_storage"]) == ("update", "granted")
    assert event == ["event", "consent_update"]
    # Who comes back, and then refuses.
    page.goto(address)
    page.get_by_role("button", name="Privacy choices").click()
    assert [item[0] for item in signals(page)] == ["set", "default", "update", "event"]
    page.get_by_role("button", name="Reject all").click()
    customer.wait_for_receipts(page, 2)
    update, event = signals(page)[4:]
    assert (update[0], update[1]["ad_storage"]) == ("update", "denied")
    assert event == ["event", "consent_update"]


@pytest.mark.parametrize("query", ["domain={id}&ver=6.4", "v=1&domain={id}#top"])
def test_a_pages_own_parameters_do_not_hide_the_domain(
    page: Page, customer: Customer, query: str
) -> None:
    address = f"{customer.service}/v1/public/banner.js?{query.format(id=customer.site.id)}"
    page.goto(customer.page(head=f'<script async src="{address}"></script>'))
    page.get_by_role("button", name="Reject all").click()
    customer.wait_for_receipts(page, 1)


def test_a_page_that_has_the_tag_already_loads_it_once(
    page: Page, customer: Customer, container: str
) -> None:
    stub = "<script>window.consent = { q: [], get: () => ({}) }</script>"
    page.goto(customer.page(head=stub + customer.tag + container))
    page.get_by_role("button", name="Reject all").click()
    customer.wait_for_receipts(page, 1)
    assert [item[0] for item in signals(page)] == ["layer", "layer", "event"]
    assert [item[1:3] for item in signals(page)[:2]] == [
        ["consent", "default"],
        ["consent", "update"],
    ]


def test_a_pages_own_variable_named_consent_does_not_hide_the_banner(
    page: Page, customer: Customer, container: str
) -> None:
    """Otherwise nothing would be denied, and nobody asked."""
    page.goto(customer.page(head="<script>var consent = { ads: true }</script>" + container))
    page.get_by_role("button", name="Reject all").click()
    customer.wait_for_receipts(page, 1)
    assert [item[0] for item in signals(page)] == ["set", "default", "update", "event"]


def test_an_unavailable_server_leaves_everything_denied(
    page: Page, customer: Customer, container: str
) -> None:
    page.route("**/banner.js*", lambda route: route.abort())
    page.goto(customer.page(head=container))
    page.wait_for_function("window.fired === 'failure'")
    assert [item[0] for item in signals(page)] == ["set", "default"]
    expect(page.locator("visitor-choices")).to_have_count(0)

"""Every example of docs/integrating.md, unchanged, on a customer's page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.support.customer import Customer

DOMAIN = "0197f0a0-0000-7000-8000-000000000004"


@pytest.fixture(scope="module")
def pages(project: Path) -> str:
    docs = project / "docs"
    return "".join((docs / name).read_text("utf-8") for name in ("banner.md", "integrating.md"))


def examples(text: str, language: str) -> list[str]:
    """Return the examples of docs/integrating.md in one language, and first of all the stub."""
    integrating = text[text.index("# Putting the banner on a site") :]
    return re.findall(rf"^```{language}\n(.*?)^```$", integrating, re.MULTILINE | re.DOTALL)


def ours(example: str, customer: Customer) -> str:
    return example.replace("https://consent.example", customer.service).replace(
        DOMAIN, customer.site.id
    )


def stub(text: str) -> str:
    return re.findall(r"^<script>self\.dataLayer.*</script>$", text, re.MULTILINE)[0]


def test_the_tag_blocks_scripts_until_permitted(page: Page, customer: Customer, pages: str) -> None:
    plain, waits, *_ = (ours(example, customer) for example in examples(pages, "html"))
    waits = waits.replace('src="/count.js">', ">window.counted = true;")
    page.goto(customer.page(head=plain + waits))
    page.get_by_role("button", name="Accept all").wait_for()
    assert page.evaluate("window.counted") is None
    page.get_by_role("button", name="Accept all").click()
    page.wait_for_function("window.counted")
    customer.wait_for_receipts(page, 1)


def test_the_tag_managers_tags_follow_the_decision(
    page: Page, customer: Customer, pages: str
) -> None:
    plain = ours(examples(pages, "html")[0], customer)
    page.goto(customer.page(head=stub(pages) + plain))
    page.get_by_role("button", name="Reject all").click()
    page.wait_for_function("dataLayer.some((entry) => entry.event === 'consent_update')")
    first = page.evaluate("[...dataLayer[0]]")
    assert first[:2] == ["consent", "default"]
    assert first[2]["ad_user_data"] == first[2]["ad_personalization"] == "denied"
    pushed = page.evaluate("dataLayer.find((entry) => entry.event === 'consent_update')")
    assert pushed["consent"]["analytics"] is False
    customer.wait_for_receipts(page, 1)


def test_the_panel_shows_the_guides_code_for_a_page_with_tag_manager(
    project: Path, pages: str
) -> None:
    shown = (project / "consent_app/panel/assets/ui/install.js").read_text("utf-8")
    assert f"`{stub(pages)}`" in shown


# A stand-in for the WP Consent API, written from its documentation: without a type it allows
# everything; with `optin` it allows only what was allowed; with `optout`, everything that was not
# denied.
WORDPRESS = """
window.consent_api = { services: [{ name: "counter", category: "statistics" }] };
// It stores them in cookies of its own, for thirty days.
window.answers = JSON.parse(localStorage.getItem("wordpress") ?? '{"services": {}}');
const store = () => localStorage.setItem("wordpress", JSON.stringify(answers));
window.heard = [];
document.addEventListener("wp_consent_type_defined", () => heard.push(window.wp_consent_type));
window.wp_set_consent = (category, value) => store((answers[category] = value));
window.wp_set_service_consent = (service, given) => store((answers.services[service] = given));
window.wp_has_service_consent = (service) =>
  answers.services[service] ?? wp_has_consent("statistics");
window.wp_has_consent = (category) => {
  const type = window.wp_consent_type;
  if (!type) return true;
  if (type.includes("optout") && !answers[category]) return true;
  return answers[category] === "allow";
};
"""
CATEGORIES = ("functional", "preferences", "statistics-anonymous", "statistics", "marketing")


def wordpress(page: Page, *categories: str) -> dict[str, bool]:
    """Return what WordPress is answered about each category."""
    script = "(names) => Object.fromEntries(names.map((name) => [name, wp_has_consent(name)]))"
    answers: dict[str, bool] = page.evaluate(script, list(categories or CATEGORIES))
    return answers


def wordpress_page(customer: Customer, pages: str) -> str:
    """Serve a page of WordPress with the example, and return its address."""
    (script,) = examples(pages, "js")
    plain = ours(examples(pages, "html")[0], customer)
    # The plugin's script is at the end of the page.
    late = f"<script>addEventListener('DOMContentLoaded', () => {{ {WORDPRESS} }})</script>"
    return customer.page(head=f"{stub(pages)}<script>{script}</script>{plain}{late}")


def test_wordpress_is_informed_before_a_choice_after_refusing_and_after_accepting(
    page: Page, customer: Customer, pages: str
) -> None:
    page.goto(wordpress_page(customer, pages))
    page.get_by_role("button", name="Reject all").wait_for()
    assert wordpress(page) == dict.fromkeys(CATEGORIES, False)
    assert page.evaluate("Object.keys(answers)") == ["services"]
    page.get_by_role("button", name="Reject all").click()
    assert wordpress(page) == dict.fromkeys(CATEGORIES, False) | {"functional": True}
    assert page.evaluate("answers.services") == {"counter": False}
    page.get_by_role("button", name="Privacy choices").click()
    page.get_by_role("button", name="Accept all").click()
    assert wordpress(page) == dict.fromkeys(CATEGORIES, True)
    assert page.evaluate("answers.services") == {"counter": True}
    assert set(page.evaluate("heard")) == {"optin"}
    # The stand-in's answer if no type is set.
    page.evaluate("delete window.wp_consent_type; answers.marketing = 'deny'")
    assert wordpress(page, "marketing") == {"marketing": True}
    # A visitor who comes back, and a plugin that comes late.
    page.reload()
    page.wait_for_function("window.answers && answers.marketing === 'allow'")


def test_wordpress_forgets_a_consent_that_has_ended(
    page: Page, customer: Customer, pages: str
) -> None:
    address = wordpress_page(customer, pages)
    page.goto(address)
    page.get_by_role("button", name="Accept all").click()
    assert wordpress(page) == dict.fromkeys(CATEGORIES, True)
    customer.wait_for_receipts(page, 1)
    # The decision is gone, as after the months of the domain or a material change.
    page.evaluate("document.cookie = 'consent_choice=; Path=/; Max-Age=0'")
    page.goto(address)
    page.get_by_role("button", name="Reject all").wait_for()
    page.wait_for_function("!wp_has_consent('marketing')")
    assert wordpress(page) == dict.fromkeys(CATEGORIES, False) | {"functional": True}
    assert page.evaluate("wp_has_service_consent('counter')") is False
    page.get_by_role("button", name="Accept all").click()
    assert wordpress(page) == dict.fromkeys(CATEGORIES, True)
    assert page.evaluate("wp_has_service_consent('counter')") is True

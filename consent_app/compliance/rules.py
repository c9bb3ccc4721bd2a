"""The compliance rules: each with its weight, its source and its resolution.

Some follow the rules that visitors are asked by, which differ by place (``AppliedRule``).

The table in ``docs/domains.md`` is this one (``docs/decisions.md`` §4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from consent_app.jurisdictions.service import AppliedRule
from consent_app.translations import mark

GPC_HONOURED = frozenset({"all", "marketing"})


@dataclass(frozen=True, slots=True)
class BannerFacts:
    """The properties of a banner that the rules check.

    ``policy_url``: it links to a privacy policy. ``purposes_named``: every category states its
    purpose in every language. ``locales``: its languages (BCP 47). ``equal_choice``: the first
    layer offers refusing as prominently as accepting. ``nothing_prechosen``: no category that needs
    consent is preselected. ``withdrawable``: a control to change the decision stays on the page.
    """

    policy_url: bool
    purposes_named: bool
    locales: tuple[str, ...]
    equal_choice: bool
    nothing_prechosen: bool
    withdrawable: bool


DEFAULT_BANNER = BannerFacts(
    policy_url=False,
    purposes_named=True,
    locales=(
        *("en", "en-GB", "en-US", "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "ga"),
        *("hr", "hu", "it", "lt", "lv", "mt", "nl", "pl", "pt", "ro", "sk", "sl", "sv"),
    ),
    equal_choice=True,
    nothing_prechosen=True,
    withdrawable=True,
)
"""The banner that a domain has before anybody drafts or publishes one for it."""


@dataclass(frozen=True, slots=True)
class ComplianceFacts:
    """The facts that the rules check: a domain and the banner that it publishes, or would publish.

    ``rules`` are those that apply to its visitors, at least one. ``scanned`` says whether a scan of
    the site was completed; it is None if no scanner has ever worked on the site, which its owner
    cannot change.
    """

    rules: tuple[AppliedRule, ...]
    verified: bool
    ssl_ok: bool
    scanned: bool | None
    gpc_refuses: str
    renew_after_months: int
    banner: BannerFacts


@dataclass(frozen=True, slots=True)
class ComplianceRule:
    """One rule, and the weight that its violation takes off the score. ``title`` names the finding.

    Both texts are English; the catalogues have them.
    """

    id: str
    title: str
    weight: int
    source: str
    resolution: str
    is_met: Callable[[ComplianceFacts], bool]


RULES = (
    ComplianceRule(
        "equal_choice",
        mark("refusing is harder than accepting"),
        20,
        mark("CNIL 2020-091, art. 2; CNIL 2020-092; EDPB guidelines 03/2022; GDPR art. 4(11)"),
        mark("Show refusing beside accepting on the first layer, as large and in the same style."),
        lambda facts: facts.banner.equal_choice or not _asks(facts),
    ),
    ComplianceRule(
        "nothing_prechosen",
        mark("a category is preselected"),
        20,
        mark("EDPB guidelines 05/2020, 3.4; GDPR recital 32; CNIL 2020-091, art. 2"),
        mark(
            "Leave every category that needs consent switched off until the visitor switches it on."
        ),
        lambda facts: facts.banner.nothing_prechosen or not _asks(facts),
    ),
    ComplianceRule(
        "policy_url",
        mark("no privacy policy is linked"),
        10,
        mark("GDPR art. 13; EDPB guidelines 05/2020, 3.3"),
        mark("Set the address of your privacy policy in the banner and publish it."),
        lambda facts: facts.banner.policy_url,
    ),
    ComplianceRule(
        "purposes_named",
        mark("purposes are not described"),
        15,
        mark("EDPB guidelines 05/2020, 3.2; CNIL 2020-091, art. 2"),
        mark("Describe in the banner what each category is used for and publish it."),
        lambda facts: facts.banner.purposes_named,
    ),
    ComplianceRule(
        "withdrawal",
        mark("a decision is harder to withdraw than to make"),
        15,
        mark("GDPR art. 7(3); EDPB guidelines 05/2020, 5.2; CNIL 2020-091, art. 2"),
        mark("Keep the control that reopens the banner on every page."),
        lambda facts: facts.banner.withdrawable,
    ),
    ComplianceRule(
        "gpc",
        mark("the browser's opt-out signal is not honoured"),
        10,
        mark("CCPA regulations, section 7025; GDPR art. 21(5)"),
        mark("Let Global Privacy Control refuse at least marketing, which sells or shares data."),
        lambda facts: facts.gpc_refuses in GPC_HONOURED,
    ),
    ComplianceRule(
        "renewal",
        mark("visitors are asked again too late"),
        10,
        mark("EDPB guidelines 05/2020, 5.1; CNIL 2020-092"),
        mark("Ask visitors again after 12 months at the latest."),
        lambda facts: all(facts.renew_after_months <= rule.most_months for rule in facts.rules),
    ),
    ComplianceRule(
        "languages",
        mark("the banner lacks a language of its visitors"),
        10,
        mark("GDPR art. 7(2) and 12(1); EDPB guidelines 05/2020, 3.3.2"),
        mark("Add a language for each place that your visitors come from, and publish the banner."),
        lambda facts: all(_speaks(facts, rule) for rule in facts.rules),
    ),
    ComplianceRule(
        "domain_verified",
        mark("the domain is not verified"),
        8,
        mark("GDPR art. 5(2), accountability"),
        mark("Verify that the domain is yours."),
        lambda facts: facts.verified,
    ),
    ComplianceRule(
        "tls",
        mark("no valid certificate was found on the site"),
        5,
        mark("GDPR art. 32(1)(a)"),
        mark("Serve the site over https with a valid certificate, and have the domain checked."),
        lambda facts: facts.ssl_ok,
    ),
    ComplianceRule(
        "site_scanned",
        mark("the site was not scanned"),
        20,
        mark("ePrivacy directive art. 5(3)"),
        mark(
            "No scan of the site was completed: scan it for cookies that are set before a decision."
        ),
        lambda facts: facts.scanned is not False,
    ),
)


def _asks(facts: ComplianceFacts) -> bool:
    """Return whether visitors are asked for consent. Elsewhere nothing waits for a decision."""
    return any(rule.model == "opt_in" for rule in facts.rules)


def _speaks(facts: ComplianceFacts, rule: AppliedRule) -> bool:
    spoken = {tag.partition("-")[0] for tag in facts.banner.locales}
    return not rule.languages or not spoken.isdisjoint(rule.languages)

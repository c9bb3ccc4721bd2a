"""The compliance rules: each with its weight, its source and its resolution.

The table in ``docs/domains.md`` is this one (``docs/decisions.md`` §4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

GPC_HONOURED = frozenset({"all", "marketing"})

LANGUAGES: dict[str, frozenset[str]] = {
    "EU": frozenset(
        "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split()
    ),
    "UK": frozenset({"en"}),
    "US-CA": frozenset({"en"}),
}
"""One of these has to be among a banner's languages where the region is declared."""


@dataclass(frozen=True, slots=True)
class BannerFacts:
    """What the rules look at of a banner.

    ``policy_url``: a privacy policy is linked. ``purposes_named``: every category says in every
    language what it is for. ``locales``: its languages (BCP 47). ``equal_choice``: refusing is
    offered on the first layer as prominently as accepting. ``nothing_prechosen``: no category that
    needs consent is chosen before the visitor chose it. ``withdrawable``: a control to change the
    decision stays on the page.
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
    """What the rules look at: the domain, and the banner that it publishes or would publish.

    ``scanned`` says whether a scan of the site was completed; it is None while no scanner has been
    at work on it, since an owner can do nothing about that.
    """

    region: str | None
    verified: bool
    ssl_ok: bool
    scanned: bool | None
    gpc_refuses: str
    renew_after_months: int
    banner: BannerFacts


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule and the weight it takes off the score when broken. ``title`` names the finding."""

    id: str
    title: str
    weight: int
    source: str
    resolution: str
    is_met: Callable[[ComplianceFacts], bool]


RULES = (
    Rule(
        "equal_choice",
        "refusing is harder than accepting",
        20,
        "CNIL 2020-091, art. 2; CNIL 2020-092; EDPB guidelines 03/2022; GDPR art. 4(11)",
        "Show refusing beside accepting on the first layer, as large and in the same style.",
        lambda facts: facts.banner.equal_choice,
    ),
    Rule(
        "nothing_prechosen",
        "a category is chosen beforehand",
        20,
        "EDPB guidelines 05/2020, 3.4; GDPR recital 32; CNIL 2020-091, art. 2",
        "Leave every category that needs consent switched off until the visitor switches it on.",
        lambda facts: facts.banner.nothing_prechosen,
    ),
    Rule(
        "policy_url",
        "no privacy policy is linked",
        10,
        "GDPR art. 13; EDPB guidelines 05/2020, 3.3",
        "Set the address of your privacy policy in the banner and publish it.",
        lambda facts: facts.banner.policy_url,
    ),
    Rule(
        "purposes_named",
        "purposes are not described",
        15,
        "EDPB guidelines 05/2020, 3.2; CNIL 2020-091, art. 2",
        "Describe in the banner what each category is used for and publish it.",
        lambda facts: facts.banner.purposes_named,
    ),
    Rule(
        "withdrawal",
        "a decision cannot be taken back as easily as it was given",
        15,
        "GDPR art. 7(3); EDPB guidelines 05/2020, 5.2; CNIL 2020-091, art. 2",
        "Keep the control that opens the banner again on every page.",
        lambda facts: facts.banner.withdrawable,
    ),
    Rule(
        "gpc",
        "the browser's opt-out signal is not honoured",
        10,
        "CCPA regulations, section 7025; GDPR art. 21(5)",
        "Let Global Privacy Control refuse at least what is sold or shared: marketing.",
        lambda facts: facts.gpc_refuses in GPC_HONOURED,
    ),
    Rule(
        "renewal",
        "visitors are asked again too late",
        10,
        "EDPB guidelines 05/2020, 5.1; CNIL 2020-092",
        "Ask visitors again after 12 months at the latest.",
        lambda facts: facts.renew_after_months <= 12,
    ),
    Rule(
        "languages",
        "the banner lacks a language of the region",
        10,
        "GDPR art. 7(2) and 12(1); EDPB guidelines 05/2020, 3.3.2",
        "Add a language of the declared region to the banner and publish it.",
        lambda facts: _has_language(facts),
    ),
    Rule(
        "domain_verified",
        "the domain is not verified",
        8,
        "GDPR art. 5(2), accountability",
        "Verify that the domain is yours.",
        lambda facts: facts.verified,
    ),
    Rule(
        "tls",
        "the site has no valid certificate",
        5,
        "GDPR art. 32(1)(a)",
        "Serve the site over https with a valid certificate.",
        lambda facts: facts.ssl_ok,
    ),
    Rule(
        "site_scanned",
        "site not checked",
        20,
        "ePrivacy directive art. 5(3)",
        "No scan of the site was completed: scan it for cookies that are set before a decision.",
        lambda facts: facts.scanned is not False,
    ),
)


def _has_language(facts: ComplianceFacts) -> bool:
    wanted = LANGUAGES.get(facts.region or "")
    return wanted is None or any(tag.partition("-")[0] in wanted for tag in facts.banner.locales)

"""docs/jurisdictions.md, made from the rules that the service applies."""

from __future__ import annotations

from consent_app.jurisdictions.rules import Rule, rule_table

HEAD = """\
# Jurisdictions

Which rule a visitor is asked by follows from where the visitor is, not from where the site is. The rules are data
(`consent_app/jurisdictions/data/rules.toml`), validated at every start; this page is made from them. It is no legal
advice. **A row that is not verified was written from the act alone and not found confirmed elsewhere**; where a law
can be read in two ways, the stricter reading stands.

## Models

| model | what a visitor meets |
|---|---|
| `opt_in` | nothing that needs consent before it is given; the question on the first layer |
| `opt_out` | everything is open until the visitor objects; nobody is asked, and the link "Your Privacy Choices" is on every page |
| `notice` | everything is open; a notice says so, and the preferences are there |

Global Privacy Control is honoured everywhere, as the domain's `gpcRefuses` says; where it *binds*, the law demands it.

## The visitor's place

1. A proxy of `consent.trusted_proxies` names the country in `consent.trusted_country_header` and, where it can, the state
   or province in `consent.trusted_region_header`. It has to overwrite what the visitor sent.

   | edge | country | region |
   |---|---|---|
   | Cloudflare | `CF-IPCountry` | `CF-Region-Code` (switch on *Add visitor location headers*) |
   | CloudFront | `CloudFront-Viewer-Country` | `CloudFront-Viewer-Country-Region` (both in the origin request policy) |
   | Fastly | `set req.http.X-Country = client.geo.country_code;` | `set req.http.X-Region = client.geo.region;` |
   | Vercel | `X-Vercel-IP-Country` | `X-Vercel-IP-Country-Region` |

2. Else the database of `consent.geoip_database` (`make geoip`: 64 MB to load, 135 MB on disk; IP Geolocation by
   [DB-IP](https://db-ip.com), CC BY 4.0).
3. Else the strictest rule. A domain whose owner sets `unknownPlace` to `region` gets the rule of its declared region instead:
   a choice that the owner answers for, since it may let visitors from elsewhere be tracked unlawfully.
"""

REST = """\
## Overriding a rule

`PUT /v1/domains/{domainId}/rules/{ruleId}` makes a rule stricter on a domain as it is, and laxer with a reason, which the
audit log keeps. An exemption of the law's own (the column *exempt*) is declared the same way: it counts only where the owner
says why the service qualifies.

## Caching

`GET /v1/public/domains/{domainId}/rule` names the rule of one visitor and is `private`. The banner is asked for with that rule
(`…/banner?rule=us-tx`) and is `public`, one for each rule, so that no cache can give one country's rule to another.

## What receipts record

The rule's id and version (`ruleId` and `ruleVersion` of its proof). Ids and versions are permanent: what a row means changes only with a
new version.
"""


def jurisdictions_page(made: str) -> str:
    """Return the page; ``made`` says that it is written by a program."""
    table = rule_table()
    rows = [_row(rule) for rule in table.rules]
    head = (
        "| rule | places | model | exempt | GPC binds | GPP | links | renewal | from | source | verified |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n"
    )
    unknown = "; ".join(
        f"{country} without a known region: the rule of {place}"
        for country, place in table.unknown_region.items()
    )
    links = "\n".join(
        f"- `{name}`: “{link['title']}” ({link['source']})" for name, link in table.links.items()
    )
    return (
        f"{HEAD}\n## The rules\n\n{made}\n{head}"
        + "\n".join(rows)
        + f"\n\n{unknown}. *Renewal* is in"
        " months: a decision stands at least, at most, and at least after a refusal. A domain's"
        f" `renewAfterMonths` is kept within it.\n\n{links}\n\n{REST}"
    )


def _row(rule: Rule) -> str:
    renewal = rule.renewal
    source = rule.source + (f". {rule.note}" if rule.note else "")
    verified = f"[{rule.reviewed_on}]({rule.checked})" if rule.checked else "**no**"
    cells = (
        f"`{rule.id}` {rule.version}: {rule.name}",
        " ".join(rule.places) or "all others",
        f"`{rule.model}`",
        ", ".join(rule.exempt) or "none",
        "yes" if rule.gpc_binds else "no",
        f"`{rule.gpp}`" if rule.gpp else "none",
        ", ".join(f"`{link}`" for link in rule.links) or "none",
        f"{renewal.least}, {renewal.most}, {renewal.after_refusal}",
        str(rule.effective_from),
        source,
        verified,
    )
    return f"| {' | '.join(cells)} |"

"""docs/jurisdictions.md, generated from the rules that the service applies."""

from __future__ import annotations

from consent_app.jurisdictions.rules import Rule, rule_table

HEAD = """\
# Jurisdictions

The rule for a visitor depends on where the visitor is, not on where the site is. The rules are data
(`consent_app/jurisdictions/data/rules.toml`), validated at every start, and this page is generated from them.
It is not legal advice. **A row that is not verified was written only from the act, without confirmation from
another source.** If a law can be read in two ways, the stricter reading applies.

## Models

| model | what visitors see |
|---|---|
| `opt_in` | the question on the first layer; nothing that needs consent runs before it is given |
| `opt_out` | no question, but the link "Your Privacy Choices" on every page; everything is granted until the visitor objects |
| `notice` | a notice that everything is granted, and a link to the preferences |

Global Privacy Control is honoured everywhere, according to the domain's `gpcRefuses`; where it *binds*, the
law requires it.

## The visitor's place

1. A proxy in `consent.trusted_proxies` sends the country in `consent.trusted_country_header` and, if it can,
   the state or province in `consent.trusted_region_header`. It must overwrite what the visitor sent.

   | edge | country | region |
   |---|---|---|
   | Cloudflare | `CF-IPCountry` | `CF-Region-Code` (enable *Add visitor location headers*) |
   | CloudFront | `CloudFront-Viewer-Country` | `CloudFront-Viewer-Country-Region` (both in the origin request policy) |
   | Fastly | `set req.http.X-Country = client.geo.country_code;` | `set req.http.X-Region = client.geo.region;` |
   | Vercel | `X-Vercel-IP-Country` | `X-Vercel-IP-Country-Region` |

2. Otherwise the service uses the database in `consent.geoip_database` (`make geoip`: 64 MB to download, 135
   MB on disk; IP Geolocation by [DB-IP](https://db-ip.com), CC BY 4.0). It does not if the proxy sends a country
   that is not known (`XX`, `T1`).
3. Otherwise the strictest rule applies. If the owner sets `unknownPlace` to `region`, the rule of the
   domain's declared region applies instead. The owner is responsible for this choice, because visitors from
   elsewhere may then be tracked unlawfully. It has no effect if that region is `GLOBAL` or not set.
"""

REST = """\
## Overriding a rule

*Change this rule* on a domain's page in the panel overrides a rule on that domain, as
`PUT /v1/domains/{domainId}/rules/{ruleId}` does. Making it stricter needs no reason.
Making it laxer needs one, which the audit log records. Declare an exemption that the law allows (the column
*exempt*) in the same way: it applies only if the owner says why the service qualifies. The service does not
check whether the law has the exemption.

When a rule gets a new version, the stricter of rule and override applies, and declared exemptions end until
you declare them again.

## Caching

`GET /v1/public/domains/{domainId}/rule` returns the rule for one visitor and is `private`. The banner is
requested with that rule (`…/banner?rule=us-tx`) and is `public`, one for each rule, so that no cache can
serve one country's rule to another. Browsers keep the rule for ten minutes, so `unknownPlace` and a changed
region take effect within that time.

## What receipts record

A receipt records the rule's id and version (`ruleId` and `ruleVersion` of its proof). Ids and versions are
permanent: the meaning of a row changes only with a new version. Where a rule asks nothing (`opt_out` and
`notice`), its own texts take the place of the banner's title and question. They belong to the version of the
rule, and the receipt's proof has them in the visitor's language (`ruleTexts`).

The proof also has the rule as it applied on the domain when the receipt was recorded, with the owner's override:
its model (`ruleModel`) and the declared exemptions (`ruleExempt`). A category that an exemption left on is `true`
in a receipt, although nobody was asked for consent to it. Only the audit log has an override's reason: keep a copy
if you keep receipts for longer than the audit log (`consent.audit_retention_months`). It also has the time of
each change: a page that was opened before one, and a decision made before one (`decidedAt`), followed the former
override, although the proof has the new one. `ruleModel` is null if the
client named no rule, and in receipts from before the service recorded it.
"""


def jurisdictions_page(notice: str) -> str:
    """Return the page; ``notice`` is the line that says that it is generated."""
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
        f"{HEAD}\n## The rules\n\n{notice}\n{head}"
        + "\n".join(rows)
        + f"\n\n{unknown}. *Renewal* is in"
        " months: how long a decision counts at least, at most, and at least after a refusal. A"
        f" domain's `renewAfterMonths` is limited to that range.\n\n{links}\n\n{REST}"
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
        f"{renewal.min_months}, {renewal.max_months}, {renewal.after_refusal}",
        str(rule.effective_from),
        source,
        verified,
    )
    return f"| {' | '.join(cells)} |"

"""docs/settings.md, production.ini and the code know the same settings and defaults."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from consent_app.settings import Settings, new_secret_key, read_settings

REQUIRED = {
    "consent.database_url": "sqlite:////nowhere/consent.sqlite",
    "consent.public_origin": "https://consent.example",
    "consent.workspace_origin": "https://{slug}.consent.example",
    "consent.secret_keys": new_secret_key(),
    "consent.smtp_url": "smtps://mail.example",
}
# Refused in production, or of no use there; documented only in docs/settings.md.
NOT_IN_PRODUCTION = {"fetch_allow_private_addresses", "stripe_api_base"}


class Noting(Mapping[str, str]):
    """A mapping that notes what it was asked for."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values_given = values
        self.names: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.names.add(key)
        return self.values_given[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_given)

    def __len__(self) -> int:
        return len(self.values_given)


@pytest.fixture(scope="module")
def table(project: Path) -> dict[str, str]:
    """The default of each setting, by its name."""
    text = (project / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z_]+)` \| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE)
    assert len(rows) == len(dict(rows))
    return dict(rows)


def test_the_documentation_lists_exactly_the_settings(table: dict[str, str]) -> None:
    ini = Noting(REQUIRED)
    read_settings(ini, {})
    # The keys of Stripe are looked at first; what belongs to them only then.
    paying = Noting(
        REQUIRED
        | {
            "consent.stripe_secret_key": "sk_test_1",
            "consent.stripe_webhook_secret": "whsec_1",
            "consent.stripe_prices": "starter:price_1",
        }
    )
    read_settings(paying, {})
    names = {name.removeprefix("consent.") for name in ini.names | paying.names}
    advice = "describe each setting in docs/settings.md: " + ", ".join(names ^ set(table))
    assert names == set(table), advice


def test_documented_defaults_match_the_code(table: dict[str, str], tmp_path: Path) -> None:
    settings = read_settings(REQUIRED, {})
    for name, message in table.items():
        if message == "required":
            remaining = {key: value for key, value in REQUIRED.items() if key != f"consent.{name}"}
            with pytest.raises(ValueError, match=name):
                read_settings(remaining, {})
        elif hasattr(settings, name):
            assert _written(settings, name) == message.strip("`") or _in_words(
                settings, name, message
            )


def _written(settings: Settings, name: str) -> str:
    value: Any = getattr(settings, name)
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None or value == ():
        return "the system's" if name == "dns_nameservers" else "none"
    return Path(value).name if name == "var_dir" else str(value)


def _in_words(settings: Settings, name: str, message: str) -> bool:
    expected = {
        "workers": (len(os.sched_getaffinity(0)), "one for each core"),
        "base_url": (settings.public_origin, "`public_origin`"),
        "mail_from": ("consent@consent.example", "`consent@` and the host of `public_origin`"),
        "unsubscribe_address": (settings.mail_from, "the address of `mail_from`"),
        "plans": (settings.plans, ", ".join(f"`{plan.id}`" for plan in settings.plans)),
    }
    return expected[name] == (getattr(settings, name), message)


def test_the_example_for_production_names_each(table: dict[str, str], project: Path) -> None:
    text = (project / "production.ini").read_text(encoding="utf-8")
    documented = set(re.findall(r"^#?consent\.([a-z_]+) =", text, re.MULTILINE))
    expected = set(table) - NOT_IN_PRODUCTION
    advice = "add an example to production.ini: " + ", ".join(documented ^ expected)
    assert documented == expected, advice


def test_the_examples_of_plans_and_prices_are_valid_together(project: Path) -> None:
    text = (project / "production.ini").read_text(encoding="utf-8")
    names = ("default_plan", "plans", "stripe_prices")
    examples = {
        f"consent.{name}": re.findall(rf"^#consent\.{name} = (.+)$", text, re.MULTILINE)[0]
        for name in names
    }
    guide = (project / "docs" / "billing.md").read_text(encoding="utf-8")
    json_of_guide = re.findall(r"^    (\[\{.*?\}\])$", guide, re.MULTILINE | re.DOTALL)[0]
    for plans in (examples["consent.plans"], json_of_guide):
        settings = read_settings(REQUIRED | examples | {"consent.plans": plans}, {})
        assert {"demo", "starter", "business"} < {plan.id for plan in settings.plans}


def test_the_examples_defaults_are_those_of_the_code(table: dict[str, str], project: Path) -> None:
    text = (project / "production.ini").read_text(encoding="utf-8")
    for name, value in re.findall(
        r"^#consent\.([a-z_]+) = (\d+|on|off|open|invite)$", text, re.MULTILINE
    ):
        assert table[name] == f"`{value}`", name

from __future__ import annotations

from consent_app.jurisdictions.names import NAMES
from consent_app.jurisdictions.rules import rule_table


def test_the_catalogues_have_the_name_of_every_rule() -> None:
    assert set(NAMES) == {rule.name for rule in rule_table().rules}

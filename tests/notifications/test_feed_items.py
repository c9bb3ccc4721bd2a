"""Rows of the feed: stable ids, and texts in the reader's language."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from consent_app.notifications.feed_items import FeedItem

ITEM = FeedItem(
    name="domain.traffic_missing 01890a5d-ac96-774b-bcce-b302099a8057 2026-11-01",
    kind="domain.traffic_missing",
    severity="warning",
    title="{hostname}: {rule}",
    detail="{count} of {hostname}",
    words={"hostname": "Cancel", "rule": "Cancel", "count": "3"},
    at=datetime(2026, 11, 24, tzinfo=UTC),
    domain_id=UUID("01890a5d-ac96-774b-bcce-b302099a8057"),
    hostname="Cancel",
    mail=None,
)


def test_the_id_stays_while_the_condition_lasts() -> None:
    later = replace(ITEM, at=datetime(2026, 12, 1, tzinfo=UTC), words={**ITEM.words, "count": "4"})
    assert later.id == ITEM.id
    assert ITEM.id.version == 5
    assert replace(ITEM, name=ITEM.name + "2").id != ITEM.id


def test_words_of_ours_are_translated_and_names_of_sites_are_not() -> None:
    assert ITEM.texts_in("en") == ("Cancel: Cancel", "3 of Cancel")
    assert ITEM.texts_in("de") == ("Cancel: Abbrechen", "3 of Cancel")


def test_braces_in_a_name_are_not_filled() -> None:
    hostile = replace(ITEM, words={**ITEM.words, "hostname": "{count.__class__}"})
    assert hostile.texts_in("en")[1] == "3 of {count.__class__}"

"""The slots for checks of domains, and their shares for workspaces."""

from __future__ import annotations

from contextlib import ExitStack
from uuid import UUID

import pytest

from consent_app.errors import Unavailable
from consent_app.verification.slots import CheckSlots

ADA, MALLORY, EVE, BOB = (UUID(int=number) for number in range(1, 5))


def test_a_workspace_gets_half_of_the_slots_and_the_last_is_for_one_without_any() -> None:
    slots = CheckSlots(4)
    with ExitStack() as held:
        for workspace in (MALLORY, MALLORY, EVE):
            held.enter_context(slots.occupy(workspace))
        for workspace in (MALLORY, EVE):
            with pytest.raises(Unavailable):
                held.enter_context(slots.occupy(workspace))
        held.enter_context(slots.occupy(ADA))
        with pytest.raises(Unavailable):
            held.enter_context(slots.occupy(BOB))
    with slots.occupy(BOB), slots.occupy(BOB):
        pass


def test_one_workspace_may_hold_the_only_slot() -> None:
    slots = CheckSlots(1)
    for _ in range(3):
        with slots.occupy(ADA), pytest.raises(Unavailable), slots.occupy(ADA):
            pass

"""When a process that has ended is restarted."""

from __future__ import annotations

from consent_app.processes.failures import LONGEST_WAIT, STEADY_SECONDS, Failures


def end_after(failures: Failures, seconds: float) -> float:
    """Note an end that long after the start; return the delay until the restart."""
    failures.started = max(failures.restart_at, 1000.0)
    now = failures.started + seconds
    failures.note(now)
    return max(0.0, failures.restart_at - now)


def test_the_first_end_is_followed_by_a_restart_without_delay() -> None:
    assert end_after(Failures(), 0.1) == 0
    assert end_after(Failures(), STEADY_SECONDS + 1) == 0


def test_the_delay_doubles_while_it_fails_at_start_up_to_a_limit() -> None:
    failures = Failures()
    delays = [round(end_after(failures, 1), 6) for _ in range(9)]
    assert delays == [0, 1, 2, 4, 8, 16, LONGEST_WAIT, LONGEST_WAIT, LONGEST_WAIT]


def test_a_process_that_lived_longer_is_restarted_without_delay_again() -> None:
    failures = Failures()
    for _ in range(4):
        end_after(failures, 1)
    assert end_after(failures, STEADY_SECONDS) == 0
    assert end_after(failures, 1) == 0
    assert end_after(failures, 1) == 1

"""The id of a request: the trusted proxy's, or else a new one."""

from __future__ import annotations

import contextvars
import subprocess
import sys

import pytest

from consent_app.request_ids import begin_request, current_request_id


@pytest.mark.parametrize("text", ["a1b2c3d4", "0190b1c2-7f3e-7c4d-8e5f-a1b2c3d4e5f6", "a" * 64])
def test_an_id_is_taken_over(text: str) -> None:
    assert begin_request(text) == text
    assert current_request_id() == text


@pytest.mark.parametrize(
    "text", [None, "", "short", "a" * 65, "with space", "line\nbreak", "äöü12345"]
)
def test_anything_else_is_replaced(text: str | None) -> None:
    answer = begin_request(text)
    assert answer != text
    assert len(answer) == 24
    assert answer != begin_request(text)


def test_the_request_id_is_empty_outside_a_request() -> None:
    assert contextvars.Context().run(current_request_id) is None


def test_forked_processes_have_ids_of_their_own() -> None:
    program = """
import os
from consent_app.request_ids import begin_request
begin_request()
for _ in range(3):
    if os.fork() == 0:
        print(begin_request(), flush=True)
        os._exit(0)
    os.wait()
"""
    output = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout
    assert len(set(output.split())) == 3

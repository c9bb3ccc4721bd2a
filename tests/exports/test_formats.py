"""CSV that no spreadsheet interprets as formulas, with any separator."""

from __future__ import annotations

import csv
import io
import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.exports.formats import CSV

PAYLOAD = '=HYPERLINK("https://evil.example")'
NAMES = ("id", "text", "flag", "number", "nothing")


def table(text: str) -> str:
    row = {"id": "0197f0a0", "text": text, "flag": True, "number": 3, "nothing": None}
    return b"".join(CSV.encode(iter([[json.dumps(row).encode()]]), NAMES)).decode()


def cells(text: str, separator: str) -> list[str]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    return [cell for row in reader for cell in row]


@pytest.mark.parametrize(
    "before", ["", ";", "x;", 'x";', ",", "\t", "x\t", "\n", "x\r\n", "|", "; ", 'x;"', ';"" "']
)
@pytest.mark.parametrize("start", "=+-@＝＋－＠")  # noqa: RUF001
def test_no_csv_cell_begins_a_formula(before: str, start: str) -> None:
    content = table(before + start + PAYLOAD[1:])
    for separator in ",;\t|":
        for cell in cells(content, separator):
            assert not cell.strip(' "\t\r\n').startswith(tuple("=+-@＝＋－＠"))  # noqa: RUF001


def test_exactly_the_texts_are_quoted() -> None:
    assert table("a;b").split("\r\n") == [
        "id,text,flag,number,nothing",
        '"0197f0a0","a;b",true,3,',
        "",
    ]


@pytest.mark.parametrize(
    "text", ["5 = 5", "a-b", "Firefox 140 on Linux", "me@example.com", "C++; x"]
)
def test_ordinary_texts_stay_as_they_are(text: str) -> None:
    assert cells(table(text), ",")[6] == text


@given(st.text(alphabet=st.sampled_from("=+-@;,|\t\r\n\" 'ab"), max_size=12))
def test_only_apostrophes_are_added(text: str) -> None:
    rows: Any = list(csv.DictReader(io.StringIO(table(text), newline="")))
    assert len(rows) == 1
    texts = iter(rows[0]["text"])
    # The earlier columns keep their order.
    assert all(any(item == result for result in texts) for item in text)
    assert rows[0]["text"].replace("'", "") == text.replace("'", "")


TEXT_CHARACTERS = 4000
"""The length of the longest text of a banner."""
TIMES = 20
"""The limit of a hostile text's time, as a multiple of that of a harmless one of the same length.
An expression that reads spaces again from each line took 2,000 times as long."""


def seconds(text: str) -> float:
    row = [json.dumps({"text": text}).encode()]
    began = time.thread_time()
    for _ in range(10):
        list(CSV.encode(iter([row]), ("text",)))
    return time.thread_time() - began


@pytest.mark.parametrize("piece", ['\n"', '"\n', '\t"', "\n", " ", '"', ";", '; "', '\n"='])
def test_no_text_takes_much_longer_than_others(piece: str) -> None:
    harmless = max(seconds("a " * (TEXT_CHARACTERS // 2)), 2e-3)
    assert seconds(piece * (TEXT_CHARACTERS // len(piece))) <= TIMES * harmless


def test_a_text_that_begins_with_a_line_or_a_tab_is_no_formula_without_it() -> None:
    assert cells(table("\t= 1"), ",")[6] == "'\t'= 1"
    assert cells(table("\nx"), ",")[6] == "'\nx"

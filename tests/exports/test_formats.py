"""CSV that no spreadsheet interprets as formulas, with any separator."""

from __future__ import annotations

import csv
import io
import json
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
